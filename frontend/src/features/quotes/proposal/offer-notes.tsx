import { RefreshCw } from "lucide-react";
import { choices } from "~/api/catalog.gen";
import type { ProposalChanges } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { Note } from "~/ui/note";
import { formatLineAmount } from "~/ui/proposal/proposal-line";
import type { Choices } from "./use-choices";

/** Tells the customer that the quote has changed while it was open, and how that affects their choices. */
export function ChangedWhileOpen({ choices: { gone, total } }: { choices: Choices }) {
  return (
    // Always rendered, so that screen readers announce it when it gets content.
    <div role="status" className="empty:hidden">
      {gone && (
        <Note icon={RefreshCw}>
          <b className="font-[650] text-heading">We just updated this quote.</b> With your choices, it's now{" "}
          {formatMoneyExact(total)}. {gone.length > 0 && <>{noLonger(gone)} </>}Please look it over before you
          accept.
        </Note>
      )}
    </div>
  );
}

function noLonger(texts: readonly string[]): string {
  const names = new Intl.ListFormat("en-US").format(texts.map((text) => `“${text}”`));
  return `${names} ${texts.length === 1 ? "is" : "are"} no longer offered; your other choices are kept.`;
}

/** What has changed since the customer accepted or last saw the quote, and why they need to accept it again. */
export function QuoteChanges({ changes }: { changes: ProposalChanges | null }) {
  if (!changes) return null;
  const before = formatMoneyExact(changes.quoteAmount);
  return (
    <section
      aria-label="What changed"
      className="grid gap-3 rounded-md bg-surface-2 px-4 py-[0.9rem] text-sm"
    >
      {changes.wasAccepted ? (
        <p>
          <b className="font-[650] text-heading">This quote has changed since you accepted it.</b> Your yes to{" "}
          {before} no longer counts, so please look over the new version and accept it again.
        </p>
      ) : (
        <p>
          <b className="font-[650] text-heading">We've updated this quote.</b> Before, it was {before}.
        </p>
      )}
      {changes.lines.length > 0 && (
        <ul className="grid">
          {changes.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have the same text, and nothing is added here
            <ChangedLine key={index} {...line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ChangedLine({ kind, text, before, after }: ProposalChanges["lines"][number]) {
  return (
    <li className="flex flex-wrap justify-between gap-x-5 border-t border-border py-1.5">
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <b className="font-semibold text-heading">{choices.lineChangeKind[kind]}:</b> {text}
      </span>
      <span className="flex-none text-right tabular-nums">
        {before !== null && before !== after && <s>{formatLineAmount(before)}</s>}{" "}
        {after !== null && formatLineAmount(after)}
      </span>
    </li>
  );
}
