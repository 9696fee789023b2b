import type { Estimate } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatMoney } from "~/lib/format";

const range = (low: number, high: number) => `${formatMoney(low)} to ${formatMoney(high)}`;

/** The lines of an estimate, its total and what it does not include. */
export function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { low, high, lines, excludes } = estimate;
  return (
    <div>
      <ul className="text-sm">
        {lines.map((line) => (
          <PriceLine key={line.label} label={line.label} price={range(line.low, line.high)} />
        ))}
        {low !== null && high !== null && <PriceLine label="Total" price={range(low, high)} isTotal />}
      </ul>
      <p className="pt-2 text-xs text-muted-foreground">Not included:</p>
      <ul className="list-disc pb-1 pl-4 text-xs leading-[1.5] text-muted-foreground">
        {excludes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

/** One line of a price, with its amount on the right. */
export function PriceLine({ label, price, isTotal }: { label: string; price: string; isTotal?: boolean }) {
  return (
    <li
      className={cx(
        "flex items-baseline justify-between gap-4 border-b border-border py-[0.4rem]",
        isTotal && "font-[650] text-heading",
      )}
    >
      <span>{label}</span>
      <span className="font-semibold whitespace-nowrap text-heading tabular-nums">{price}</span>
    </li>
  );
}
