import { formatIfPositive, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "./badge";
import { PhoneLink } from "./phone-link";

/** What a customer paid by card and their bank disputes, and the part of it that the bank has returned for good. */
export interface Disputed {
  amountDisputed: string;
  amountLost: string;
}

/** Return the part that the bank has not decided about. */
const undecided = ({ amountDisputed, amountLost }: Disputed) =>
  (Number(amountDisputed) - Number(amountLost)).toFixed(2);

/** Return whether the bank has returned all that it disputed. */
export const isReturned = (disputed: Disputed) =>
  Number(disputed.amountLost) > 0 && Number(undecided(disputed)) === 0;

/** Return the rows of amounts for what is disputed and what was returned. */
export const disputedRows = (disputed: Disputed) => [
  { label: "Disputed with your bank", value: formatIfPositive(undecided(disputed)) },
  { label: "Returned by your bank", value: formatIfPositive(disputed.amountLost) },
];

/**
 * Say that a card payment, or part of it, is disputed or was returned: "$500.00 is disputed with your bank", "Your bank
 * has returned $500.00 to you", "Your bank has returned $200.00 to you and disputes $300.00".
 */
export function disputedTitle(disputed: Disputed): string {
  const open = formatMoneyExact(undecided(disputed));
  if (Number(disputed.amountLost) === 0) return `${open} is disputed with your bank`;
  const returned = `Your bank has returned ${formatMoneyExact(disputed.amountLost)} to you`;
  return isReturned(disputed) ? returned : `${returned} and disputes ${open}`;
}

/** What follows from a dispute when nothing else is due. */
export function DisputedNote({ disputed }: { disputed: Disputed }) {
  return (
    <>
      {!isReturned(disputed) &&
        "Your bank is reviewing the card payment, or has already sent the money back to you. "}
      You don't need to pay anything right now. Questions? Call <PhoneLink />.
    </>
  );
}

/** The badge of an invoice or order with a disputed card payment. It has the color for waiting. */
export function DisputedBadge({ disputed }: { disputed: Disputed }) {
  const returned = formatIfPositive(disputed.amountLost);
  const open = formatIfPositive(undecided(disputed));
  const label = [open && `${open} disputed`, returned && `${returned} returned by bank`];
  return <StatusBadge kind="treeOrder" status="pending" label={label.filter(Boolean).join(", ")} />;
}
