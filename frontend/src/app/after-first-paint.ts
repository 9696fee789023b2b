const MODULE_SCRIPT = '<script type="module" async="">';
const WAITING_SCRIPT = '<script type="waiting-module">';
const PRELOAD = '<link rel="modulepreload" ';
const WAITING_PRELOAD = '<link rel="waiting-modulepreload" ';

/** Runs right after the waiting script. A page in a background tab is not painted, so nothing waits there. */
function startAfterFirstPaint() {
  const start = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="waiting-modulepreload"]'))
      link.rel = "modulepreload";
    const waiting = document.querySelector('script[type="waiting-module"]');
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = waiting?.textContent ?? "";
    waiting?.replaceWith(script);
    // One section per frame, so that none of them takes long.
    const sections = [...document.querySelectorAll<HTMLElement>(".below-fold")];
    const layOut = () => {
      const section = sections.shift();
      if (section) {
        section.style.contentVisibility = "visible";
        requestAnimationFrame(layOut);
      } else delete document.documentElement.dataset.firstVisit;
    };
    layOut();
  };
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}

/**
 * Make a prerendered page load and run its scripts once it has been painted: it shows all it has without them, and its
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
