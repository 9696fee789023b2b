import type { ProposalLine, QuoteDetails } from "~/api/types";
import { formatCount, formatDay, formatMoneyExact, formatZonedTime } from "~/lib/format";
import { fromCents, toCents } from "~/lib/proposal-total";
import { formatLineAmount, groupLines } from "~/ui/proposal/proposal-line";

/** What was accepted, by whom and when. Hidden if staff set the status without an acceptance. */
export function AcceptedLines({ quote: { acceptance, lines } }: { quote: QuoteDetails }) {
  if (!acceptance) return null;
  return (
    <>
      {lines.length > 0 && <ChosenLines lines={lines} />}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-[650] text-heading">Total</span>
        <span className="display text-3xl leading-[1.1]">{formatMoneyExact(acceptance.quoteAmount)}</span>
      </p>
      <p className="text-sm text-muted-foreground">
        Accepted by <span className="wrap-anywhere">{acceptance.acceptedBy}</span>
        {acceptance.channel === "phone" && ", by phone,"} on {formatDay(acceptance.acceptedAt)} at{" "}
        <span className="whitespace-nowrap">{formatZonedTime(acceptance.acceptedAt)}</span>.
      </p>
    </>
  );
}

/** A summary of the lines: each chosen line, and the included ones as one sum. */
function ChosenLines({ lines }: { lines: readonly ProposalLine[] }) {
  const { choices, included, options } = groupLines(lines);
  const selected = choices.flatMap((choice) => choice.lines).filter(({ chosen }) => chosen);
  const sum = included.reduce((cents, { amount }) => cents + (toCents(amount) ?? 0), 0);
  return (
    <ul className="grid text-sm">
      {selected.map(({ id, text, amount }) => (
        <Row key={id} text={text} amount={amount} />
      ))}
      {included.length > 0 && (
        <Row text={`Included, ${formatCount(included.length, "line")}`} amount={fromCents(sum)} />
      )}
      {options
        .filter(({ chosen }) => chosen)
        .map(({ id, text, amount }) => (
          <Row key={id} text={text} amount={amount} />
        ))}
    </ul>
  );
}

function Row({ text, amount }: { text: string; amount: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-5 border-b border-border py-2.5 leading-[1.4] first:border-t">
      <span className="min-w-0 flex-1 basis-32 font-[550] wrap-anywhere text-heading">{text}</span>
      <span className="font-semibold whitespace-nowrap text-heading tabular-nums">
        {formatLineAmount(amount)}
      </span>
    </li>
  );
}
