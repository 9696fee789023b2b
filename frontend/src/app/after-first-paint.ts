const MODULE_SCRIPT = '<script type="module" async="">';
const WAITING_SCRIPT = '<script type="waiting-module">';
const PRELOAD = '<link rel="modulepreload" ';
const WAITING_PRELOAD = '<link rel="waiting-modulepreload" ';

/** Runs right after the waiting script. A page in a background tab is not painted, so nothing waits there. */
function startAfterFirstPaint() {
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const waiting = document.querySelector('script[type="waiting-module"]');
    const code = waiting?.textContent ?? "";
    const modules = [...document.querySelectorAll<HTMLLinkElement>('link[rel="waiting-modulepreload"]')];
    for (const link of modules) link.rel = "modulepreload";
    // One part per frame, so that none of them takes long.
    const parts = [...document.querySelectorAll(".below-fold")];
    const layOut = () => {
      const part = parts.shift();
      if (part) {
        part.setAttribute("data-ready", "");
        requestAnimationFrame(layOut);
      } else delete document.documentElement.dataset.firstVisit;
    };
    layOut();
    // One module per task, for the same reason. The script imports the last one, which starts the page, itself.
    for (const { href } of modules) {
      if (code.includes(`import("${new URL(href).pathname}")`)) continue;
      await import(href).catch(() => undefined); // the script fails as well, and says so
      await new Promise((resolve) => setTimeout(resolve));
    }
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = code;
    waiting?.replaceWith(script);
  };
  // Not requestAnimationFrame alone: a frame is on the screen some time after its callbacks, and what is requested
  // until then shares the connection and the processor with it.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) start();
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
    document.addEventListener("visibilitychange", start);
  }
}

/**
 * Make a prerendered page load and run its scripts once it is on the screen: it shows all it has without them, and its
 * text, fonts and styles don't share the connection. What is typed and chosen until they run is kept
 * (`ui/early-input.ts`).
 */
export function runScriptsAfterFirstPaint(html: string): string {
  const [before, after] = html.replaceAll(PRELOAD, WAITING_PRELOAD).split(MODULE_SCRIPT);
  if (before === undefined || after === undefined) throw new Error("The page has no module script.");
  const starter = `<script>(${startAfterFirstPaint})()</script>`;
  return before + WAITING_SCRIPT + after.replace("</script>", `</script>${starter}`);
}

/**
 * Runs in the head. On a first visit, sections below the fold (`.below-fold`) are laid out after the first paint; when
 * the page has a place to return to, their heights have to be right from the start.
 */
export const firstVisitScript =
  'try{if(!location.hash&&!sessionStorage.getItem("react-router-scroll-positions"))' +
  'document.documentElement.dataset.firstVisit=""}catch(e){}';
