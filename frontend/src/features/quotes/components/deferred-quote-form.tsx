import { lazy, memo, Suspense, useEffect, useRef } from "react";
import { loadPartPatiently } from "~/lib/load-part";
import { scrollToSection } from "~/lib/scroll-to";
import { isWaiting } from "~/ui/early-input";
import { onQuoteLook } from "../quote-look";

let startLoading: () => void = () => undefined;
const loadingStarted = new Promise<void>((resolve) => {
  startLoading = resolve;
});

const LazyQuoteForm = lazy(async () => {
  // Prerendering needs the whole form at once. A browser fetches its code when someone may need it.
  if (typeof document !== "undefined") await loadingStarted;
  // Until the code arrives, the prerendered form stays, with what is typed in it.
  const { QuoteForm } = await loadPartPatiently(() => import("./quote-form"));
  return { default: QuoteForm };
});

/** Signs that someone is using the page. They are native events, because React delays its own until it has hydrated. */
const usageEvents = ["pointerdown", "keydown", "focusin", "scroll", "popstate"] as const;

/**
 * Scroll to the target of a link within this page instead of letting the router follow it, which would rerender
 * everything that depends on the URL.
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
 * The quote form for a position far down a page. The form itself is prerendered; its code loads at the first sign of
 * use.
 *
 * Until then, React keeps the prerendered form unless something around it rerenders (new props or a changed context),
 * which would discard the form, with what is typed in it, and show the fallback.
 */
export const DeferredQuoteForm = memo(function DeferredQuoteForm() {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => onQuoteLook(startLoading), []);

  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === "undefined") {
      startLoading();
      return;
    }
    // The form can be on screen without any of these events, such as after a reload in the middle of the page.
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && startLoading(),
      { rootMargin: "800px 0px" },
    );
    observer.observe(element);
    for (const event of usageEvents)
      window.addEventListener(event, startLoading, { once: true, passive: true });
    const onClick = (event: MouseEvent) => isWaiting(element) && scrollInstead(event);
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      observer.disconnect();
      for (const event of usageEvents) window.removeEventListener(event, startLoading);
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
