import { lazy, memo, Suspense, useEffect, useRef } from "react";
import { loadPartPatiently } from "~/lib/load-part";
import { scrollToSection } from "~/lib/scroll-to";
import { isWaiting } from "~/ui/early-input";
import { onQuoteLook } from "../quote-look";

let start: () => void = () => undefined;
const wanted = new Promise<void>((resolve) => {
  start = resolve;
});

const LazyQuoteForm = lazy(async () => {
  // Prerendering wants the whole form at once; a browser fetches its code when somebody may need it.
  if (typeof document !== "undefined") await wanted;
  // The prerendered form waits, with what is typed in it.
  const { QuoteForm } = await loadPartPatiently(() => import("./quote-form"));
  return { default: QuoteForm };
});

/** The first of these shows that somebody uses the page. The browser's own events, because React holds back its own. */
const signs = ["pointerdown", "keydown", "focusin", "scroll", "popstate"] as const;

/**
 * Keep the router from following a link within this page, since whatever depends on the address would render again:
 * scroll there instead.
 */
function scrollInstead(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest("a");
  if (
    !link ||
    event.metaKey ||
    event.ctrlKey ||
    link.origin + link.pathname !== location.origin + location.pathname
  )
    return;
  event.preventDefault();
  window.history.replaceState(window.history.state, "", link.href);
  if (!scrollToSection(link.hash.slice(1))) window.scrollTo(0, 0);
}

/**
 * The quote form for a place far down a page. The form itself is in the page from the start; the code that runs it
 * comes with the first sign of use, and not with the first visit.
 *
 * Until then, React keeps the prerendered form, unless something around it renders again (new props, or a context that
 * changes): it would throw the form away, with what is typed in it, and show the fallback.
 */
export const DeferredQuoteForm = memo(function DeferredQuoteForm() {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => onQuoteLook(start), []);

  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === "undefined") {
      start();
      return;
    }
    // On screen without any sign, such as after a reload in the middle of the page.
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && start(),
      { rootMargin: "800px 0px" },
    );
    observer.observe(element);
    for (const sign of signs) window.addEventListener(sign, start, { once: true, passive: true });
    const onClick = (event: MouseEvent) => isWaiting(element) && scrollInstead(event);
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      observer.disconnect();
      for (const sign of signs) window.removeEventListener(sign, start);
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, []);

  return (
    <div ref={place}>
      <Suspense fallback={<div className="min-h-[60rem]" aria-busy="true" />}>
        <LazyQuoteForm heading="h3" scrollTo="card" />
      </Suspense>
    </div>
  );
});
