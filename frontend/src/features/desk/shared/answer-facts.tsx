import type { DeskQuoteDetails } from "~/api/types";
import { formatDate, formatDay, formatIfPositive, formatMoneyExact, formatTime } from "~/lib/format";
import { groupLines } from "~/ui/proposal/proposal-line";

type Acceptance = NonNullable<DeskQuoteDetails["acceptance"]>;

const channels: Record<Acceptance["channel"], string> = {
  account: "in My Services",
  link: "through the private link",
  phone: "by phone",
};

const reasons: Record<Exclude<NonNullable<DeskQuoteDetails["decline"]>["reason"], "">, string> = {
  price: "The price",
  timing: "The timing",
  somebody_else: "They chose someone else",
  changed_mind: "They changed their mind",
  other: "Something else",
};

/** "Standard; Smart timer": the chosen lines of a proposal; "" if there was nothing to choose. */
function picked({ lines }: DeskQuoteDetails): string {
  const { choices, options } = groupLines(lines);
  return [...choices.flatMap((choice) => choice.lines), ...options]
    .filter(({ chosen }) => chosen)
    .map(({ text }) => text)
    .join("; ");
}

/**
 * Return the customer's acceptance, also of an earlier version, their decline, or that it is too late to accept; and what
 * they have paid that waits for an invoice.
 */
export function answerFacts(quote: DeskQuoteDetails | undefined): { label: string; value: string }[] {
  if (!quote) return [];
  const { acceptance, amountWaiting, changes, decline, status, expired, validUntil } = quote;
  const facts = [];
  if (acceptance) {
    const { acceptedBy, channel, acceptedAt, quoteAmount } = acceptance;
    const when = `${formatDay(acceptedAt)}, ${formatTime(acceptedAt)}`;
    facts.push({
      label: "Accepted",
      value: `${formatMoneyExact(quoteAmount)} by ${acceptedBy}, ${channels[channel]}, ${when}`,
    });
    facts.push({ label: "Picked", value: picked(quote) });
  } else if (changes?.wasAccepted) {
    const { quoteAmount, revision } = changes;
    const [version, latest] = revision > 0 ? [` (version ${revision})`, "version"] : ["", "price"];
    const value = `${formatMoneyExact(quoteAmount)}${version}. Waiting for an answer to the new ${latest}.`;
    facts.push({ label: "Accepted before", value });
  }
  if (decline && status === "rejected") {
    const words = [decline.reason && reasons[decline.reason], decline.note].filter(Boolean).join(": ");
    facts.push({
      label: "Declined",
      value: `${formatDay(decline.declinedAt)}. ${words || "No reason given."}`,
    });
  }
  if (expired && validUntil) {
    const value = `The price was good through ${formatDate(validUntil)}. It can be accepted again after you send a new version.`;
    facts.push({ label: "Expired", value });
  }
  const paid = formatIfPositive(amountWaiting);
  if (paid) facts.push({ label: "Paid already", value: `${paid}. It will count toward the next invoice.` });
  return facts.filter(({ value }) => value);
}
