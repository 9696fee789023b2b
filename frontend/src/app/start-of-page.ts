const MODULE_SCRIPT = '<script type="module" async="">';
const WAITING_SCRIPT = '<script type="waiting-module">';
const PRELOAD = '<link rel="modulepreload" ';
const WAITING_PRELOAD = '<link rel="waiting-modulepreload" ';
/** Modules that a first visit prefetches: large, shared by all pages, and within their budget (`make check`). */
const PREFETCHED = /<link rel="waiting-modulepreload" (?=href="\/assets\/(?:react|shared)-)/g;

/**
 * Runs right after the waiting script. It is inlined in the page as text, so it can't use anything outside of this
 * function. `makePageStart` describes what it does.
 */
function startPage() {
  const root = document.documentElement;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="waiting-modulepreload"]')];
  let isPainted = false;
  let isStarted = false;

  /** Lay out one section per frame, so that no frame takes long. */
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

  /** Run one module per task, for the same reason. The script itself imports the last one, which starts the page. */
  const start = async () => {
    if (isStarted || !isPainted) return;
    isStarted = true;
    const waiting = document.querySelector('script[type="waiting-module"]');
    const code = waiting?.textContent ?? "";
    for (const link of links) link.rel = "modulepreload";
    for (const { href } of links) {
      if (code.includes(`import("${new URL(href).pathname}")`)) continue;
      await import(href).catch(() => undefined); // the script below fails too, and reports it
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
    // The browser fetches these when it is idle, and does not run them.
    for (const { href } of links.filter(({ dataset }) => "early" in dataset)) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "prefetch", as: "script", href });
      document.head.append(link);
    }
  };
  // requestAnimationFrame is not enough: a frame appears some time after its callbacks, and requests made before then
  // compete with it for the connection and the processor. A page in a background tab is never painted.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) afterPaint();
  else {
    new PerformanceObserver(afterPaint).observe({ type: "paint", buffered: true });
    document.addEventListener("visibilitychange", afterPaint);
  }
  // The script in the head sets `data-used`.
  new MutationObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe(root, { attributeFilter: ["data-used"] });
}

/**
 * Make a prerendered page load and run its scripts only when someone starts to use it. Until then it is complete
 * without them, and a phone spends neither data nor time on them. If the scripts are known to be needed, they start
 * with the first paint (`firstVisitScript`). Whatever is typed, chosen or clicked before they run is kept
 * (`ui/early-input.ts`, `ui/early-clicks.ts`).
 */
export function makePageStart(html: string): string {
  const [before, after] = html.replaceAll(PRELOAD, WAITING_PRELOAD).split(MODULE_SCRIPT);
  if (before === undefined || after === undefined) throw new Error("The page has no module script.");
  const starter = `<script>(${startPage})()</script>`;
  return (
    before.replace(PREFETCHED, "$&data-early ") +
    WAITING_SCRIPT +
    after.replace("</script>", `</script>${starter}`)
  );
}

/**
 * Runs in the head and marks the document. `data-first-visit`: sections below the fold (`.below-fold`) are laid out
 * after the first paint. It is not set if there is a scroll position to return to, since heights must then be right
 * from the start. `data-used`: the scripts are needed. It is set at once for someone who may be signed in (see
 * `maybeSignedIn`), for a link to a look, and in a tab that has been here before, which may have a draft, a
 * confirmation or a scroll position; for everyone else, at the first sign of use.
 */
export const firstVisitScript =
  "(function(r){var s=[],t=/csrftoken=([^;]+)/.exec(document.cookie)," +
  // Browsers also report pointermove when the page moves under a mouse at rest.
  "u=function(e){if(!('used' in r)&&(!e||e.type!=='pointermove'||e.movementX||e.movementY))r.used=''};" +
  "try{s=Object.keys(sessionStorage).filter(function(k){return k!=='campaign'});" +
  "if(t&&localStorage.getItem('visitor')===t[1].slice(-8))t=null}catch(e){}" +
  "if(!location.hash&&s.indexOf('react-router-scroll-positions')<0)r.firstVisit='';" +
  "if(t||s.length||/[?&]design=/.test(location.search))u();" +
  "else['pointermove','pointerdown','keydown','focusin','input','wheel','scroll'].forEach(function(n){" +
  "addEventListener(n,u,{capture:true,passive:true})})})(document.documentElement.dataset)";
