import { cx } from "~/lib/cx";

export interface SumLine {
  label: string;
  /** The formatted amount, such as "$140.00". */
  amount: string;
}

/** A list of amounts; the last one is the total. */
export function SumLines({ lines, className }: { lines: readonly SumLine[]; className?: string }) {
  if (lines.length === 0) return null;
  const sum = lines.at(-1);
  return (
    <dl className={cx("grid gap-[0.7rem] text-sm", className)}>
      {lines.slice(0, -1).map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="font-[550] text-heading tabular-nums">{amount}</dd>
        </div>
      ))}
      {sum && (
        <div className="mt-[0.2rem] flex items-baseline justify-between gap-4 border-t-[1.5px] border-border-strong pt-[0.9rem]">
          <dt className="text-base font-[650] text-heading">{sum.label}</dt>
          <dd className="text-2xl font-bold text-heading tabular-nums">{sum.amount}</dd>
        </div>
      )}
    </dl>
  );
}
