import { lazy, Suspense, useEffect, useRef } from "react";
import { onQuoteLook } from "../quote-look";
import type { QuoteFormProps } from "./quote-form";

let start: () => void = () => undefined;
const wanted = new Promise<void>((resolve) => {
  start = resolve;
});

const LazyQuoteForm = lazy(async () => {
  // Prerendering wants the whole form at once; a browser fetches its code when somebody comes near it.
  if (typeof document !== "undefined") await wanted;
  const { QuoteForm } = await import("./quote-form");
  return { default: QuoteForm };
});

/**
 * The quote form for a place far down a page. The form itself is in the page from the start; the code that runs it
 * comes before it scrolls into view, or with the look that was chosen for it, and not with the first visit.
 */
export function DeferredQuoteForm(props: QuoteFormProps) {
  const place = useRef<HTMLDivElement>(null);

  // Not a hook that renders: a render here would throw away the waiting form, and with it what is typed in it.
  useEffect(() => onQuoteLook(start), []);

  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === "undefined") {
      start();
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && start(),
      {
        rootMargin: "800px 0px",
      },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place}>
      <Suspense fallback={<div className="min-h-[60rem]" aria-busy="true" />}>
        <LazyQuoteForm {...props} />
      </Suspense>
    </div>
  );
}
