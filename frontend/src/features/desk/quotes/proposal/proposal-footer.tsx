import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { formatMoneyExact } from "~/lib/format";
import { formatLineAmount } from "~/ui/proposal/proposal-line";
import { barAtBottom } from "../../shared/bar-height";
import type { ProposalFigures } from "./figures";

interface ProposalFooterProps {
  figures: ProposalFigures;
  depositPercent: number;
  /** The save buttons. */
  children: ReactNode;
}

/** The proposal's totals and its save buttons. */
export function ProposalFooter({ figures, depositPercent, children }: ProposalFooterProps) {
  const { price, deposit, withOptions, cost } = figures;
  return (
    <div ref={barAtBottom} data-bottom-bar className="proposal-foot">
      <dl className="flex flex-wrap items-center gap-x-8 gap-y-1">
        <Figure label="Price" value={price === null ? "—" : formatMoneyExact(price)} isLarge />
        {deposit && (
          <>
            <Figure
              label={`Deposit at acceptance, ${depositPercent}%`}
              value={formatMoneyExact(deposit.first)}
              className="max-md:hidden"
            />
            <Figure label="The rest" value={formatMoneyExact(deposit.rest)} className="max-md:hidden" />
          </>
        )}
        {withOptions && (
          <Figure label="With every option" value={formatMoneyExact(withOptions)} className="max-lg:hidden" />
        )}
        {cost && (
          <Figure
            label="Our cost · what's left (office only)"
            value={`${formatMoneyExact(cost.total)} · ${formatLineAmount(cost.left)}, ${cost.percent}%`}
            className="max-md:order-last max-md:basis-full max-md:text-xs md:border-l md:border-border md:pl-8"
          />
        )}
      </dl>
      <div className="ml-auto flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  isLarge?: boolean;
  className?: string;
}

function Figure({ label, value, isLarge = false, className }: FigureProps) {
  return (
    <div className={className}>
      <dt className="text-2xs text-muted-foreground">{label}</dt>
      <dd
        className={cx(
          "text-heading tabular-nums",
          isLarge ? "text-[1.375rem] leading-[1.2] font-bold" : "text-[0.9375rem] font-[650]",
        )}
      >
        {value}
      </dd>
    </div>
  );
}
