import { statuses } from "~/api/catalog.gen";
import type { Quote } from "~/api/types";
import { cx } from "~/lib/cx";

const steps = Object.keys(statuses.quote.steps);

/** The progress of a quote as a string of five bulbs, lit up to the current step. */
export function QuoteSteps({ status }: { status: Quote["status"] }) {
  const here = Object.values<readonly string[]>(statuses.quote.steps).findIndex((step) =>
    step.includes(status),
  );
  if (here < 0) return null; // a rejected quote
  return (
    <ol
      aria-label="Progress"
      className="grid grid-cols-[repeat(4,minmax(0,1fr))_auto] text-2xs leading-tight tracking-[-0.01em] md:text-xs md:tracking-normal"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === here ? "step" : undefined}
          className={cx(
            "relative pt-[1.6rem] pr-1",
            index <= here ? "font-semibold text-heading" : "text-muted-foreground",
          )}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                "absolute top-[0.55rem] -right-2 left-2 border-t-2",
                index < here
                  ? "border-lamp-600 forced-colors:border-[Highlight]"
                  : "border-harbor-300 dark:border-harbor-600",
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              "absolute top-0 left-0 size-[1.15rem] rounded-full border-2",
              index <= here
                ? "border-lamp-600 bg-lamp-400 shadow-[0_0_0_4px_oklch(0.83_0.15_78/0.25)] forced-colors:bg-[Highlight]"
                : "border-harbor-400 bg-surface",
            )}
          />
          {/* Below 22 rem there is room for one label: where the quote stands. */}
          <span className={cx("whitespace-nowrap", index !== here && "max-[22rem]:sr-only")}>{step}</span>
          {index < here && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}
