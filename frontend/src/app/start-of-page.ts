const MODULE_SCRIPT = '<script type="module" async="">';
const WAITING_SCRIPT = '<script type="waiting-module">';
const PRELOAD = '<link rel="modulepreload" ';
const WAITING_PRELOAD = '<link rel="waiting-modulepreload" ';
/** What a first visit may load beforehand: large, the same on all pages, and within their budget (`make check`). */
const EARLY = /<link rel="waiting-modulepreload" (?=href="\/assets\/(?:react|shared)-)/g;

/**
 * Runs right after the waiting script, as text in the page: it can use nothing from outside. `makePageStart` says what
 * it does.
 */
function startPage() {
  const root = document.documentElement;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="waiting-modulepreload"]')];
  let isPainted = false;
  let isStarted = false;

  /** One part per frame, so that none of them takes long. */
  const layOutTheRest = () => {
    const parts = [...document.querySelectorAll(".below-fold")];
    const layOut = () => {
      const part = parts.shift();
      if (part) {
        part.setAttribute("data-ready", "");
        requestAnimationFrame(layOut);
      } else delete root.dataset.firstVisit;
    };
    layOut();
  };

  /** One module per task, for the same reason. The script imports the last one, which starts the page, itself. */
  const start = async () => {
    if (isStarted || !isPainted) return;
    isStarted = true;
    const waiting = document.querySelector('script[type="waiting-module"]');
    const code = waiting?.textContent ?? "";
    for (const link of links) link.rel = "modulepreload";
    for (const { href } of links) {
      if (code.includes(`import("${new URL(href).pathname}")`)) continue;
      await import(href).catch(() => undefined); // the script fails as well, and says so
      await new Promise((resolve) => setTimeout(resolve));
    }
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = code;
    waiting?.replaceWith(script);
  };

  const isInUse = () => "used" in root.dataset;
  const afterPaint = () => {
    if (isPainted) return;
    isPainted = true;
    layOutTheRest();
    if (isInUse()) return start();
    // The browser fetches these when it has nothing else to do, and runs none of them.
    for (const { href } of links.filter(({ dataset }) => "early" in dataset)) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "prefetch", as: "script", href });
      document.head.append(link);
    }
  };
  // Not requestAnimationFrame alone: a frame is on the screen some time after its callbacks, and what is requested
  // until then shares the connection and the processor with it. A page in a background tab is not painted.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) afterPaint();
  else {
    new PerformanceObserver(afterPaint).observe({ type: "paint", buffered: true });
    document.addEventListener("visibilitychange", afterPaint);
  }
  // The head's script sets it.
  new MutationObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe(root, { attributeFilter: ["data-used"] });
}

/**
 * Make a prerendered page load and run its scripts when somebody begins to use it: until then it shows all it has
 * without them, and a phone spends neither data nor time on them. Where somebody is known to need them, they start with
 * the first paint (`firstVisitScript`). What is typed, chosen and clicked until they run is kept (`ui/early-input.ts`,
 * `ui/early-clicks.ts`).
 */
export function makePageStart(html: string): string {
  const [before, after] = html.replaceAll(PRELOAD, WAITING_PRELOAD).split(MODULE_SCRIPT);
  if (before === undefined || after === undefined) throw new Error("The page has no module script.");
  const starter = `<script>(${startPage})()</script>`;
  return (
    before.replace(EARLY, "$&data-early ") +
    WAITING_SCRIPT +
    after.replace("</script>", `</script>${starter}`)
  );
}

/**
 * Runs in the head, and marks the document. `data-first-visit`: sections below the fold (`.below-fold`) are laid out
 * after the first paint; when the page has a place to return to, their heights have to be right from the start.
 * `data-used`: the scripts are needed. That is at once for someone who may be signed in (as `maybeSignedIn` says), for
 * the link to a look, and in a tab that has been here before, which may have a draft, a confirmation or a place to
 * return to; for everyone else it is with the first sign of use.
 */
export const firstVisitScript =
  "(function(r){var s=[],t=/csrftoken=([^;]+)/.exec(document.cookie)," +
  // Browsers report a mouse that stands still when the page moves under it.
  "u=function(e){if(!('used' in r)&&(!e||e.type!=='pointermove'||e.movementX||e.movementY))r.used=''};" +
  "try{s=Object.keys(sessionStorage).filter(function(k){return k!=='campaign'});" +
  "if(t&&localStorage.getItem('visitor')===t[1].slice(-8))t=null}catch(e){}" +
  "if(!location.hash&&s.indexOf('react-router-scroll-positions')<0)r.firstVisit='';" +
  "if(t||s.length||/[?&]design=/.test(location.search))u();" +
  "else['pointermove','pointerdown','keydown','focusin','input','wheel','scroll'].forEach(function(n){" +
  "addEventListener(n,u,{capture:true,passive:true})})})(document.documentElement.dataset)";
