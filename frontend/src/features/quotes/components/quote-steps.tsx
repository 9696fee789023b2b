import { choices } from "~/api/catalog.gen";
import type { QuoteProgress } from "~/api/types";
import { cx } from "~/lib/cx";

const steps = Object.values(choices.quoteStep);

/** The progress of a quote as a string of five bulbs, lit up to the current step. It has light and night colors. */
export function QuoteSteps({ progress }: { progress: QuoteProgress }) {
  const current = steps.indexOf(choices.quoteStep[progress.step]);
  return (
    <ol
      aria-label="Progress"
      className="grid grid-cols-[repeat(4,minmax(0,1fr))_auto] text-2xs leading-tight tracking-[-0.01em] md:text-xs md:tracking-normal"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={cx(
            "relative pt-[1.6rem] pr-1",
            index <= current
              ? "font-semibold text-heading night:text-white"
              : "text-muted-foreground night:text-harbor-200",
          )}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                "absolute top-[0.55rem] -right-2 left-2 border-t-2",
                index < current
                  ? "border-lamp-600 night:border-lamp-400 forced-colors:border-[Highlight]"
                  : "border-harbor-300 dark:border-harbor-600 night:border-harbor-500",
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              "absolute top-0 left-0 size-[1.15rem] rounded-full border-2",
              index <= current
                ? "border-lamp-600 bg-lamp-400 shadow-[0_0_0_4px_oklch(0.83_0.15_78/0.25)] forced-colors:bg-[Highlight]"
                : "border-harbor-400 bg-surface night:border-harbor-300 night:bg-harbor-900",
            )}
          />
          {/* Below 22 rem there is only room for the label of the current step. */}
          <span className={cx("whitespace-nowrap", index !== current && "max-[22rem]:sr-only")}>{step}</span>
          {index < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}
