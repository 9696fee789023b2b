import { formatIfPositive, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "./badge";
import { PhoneLink } from "./phone-link";

/** Return the row of amounts for what a customer paid by card and their bank disputes, open or lost. */
export const disputedRow = (amount: string) => ({
  label: "Disputed with your bank",
  value: formatIfPositive(amount),
});

/** Say that a card payment, or part of it, is disputed: "$500.00 is disputed with your bank". */
export const disputedTitle = (amount: string) => `${formatMoneyExact(amount)} is disputed with your bank`;

/** What follows from a dispute when nothing else is due. */
export function DisputedNote() {
  return (
    <>
      Your bank is reviewing the card payment, or has already sent the money back to you. You don't need to
      pay anything right now. Questions? Call <PhoneLink />.
    </>
  );
}

/** The badge of an invoice or order that is paid, but with a disputed card payment. It has the color for waiting. */
export function DisputedBadge({ amount }: { amount: string }) {
  return <StatusBadge kind="treeOrder" status="pending" label={`${formatMoneyExact(amount)} disputed`} />;
}
