import type { QueueItem } from "../shared/types";
import { isWithoutQuote } from "./kinds";
import type { QueueDesk } from "./queue-context";

export interface NextStep {
  label: string;
  run: (desk: QueueDesk, item: QueueItem) => void;
}

const reply: NextStep = { label: "Reply", run: (desk, item) => desk.reply(item) };
const call: NextStep = { label: "Log call", run: (desk, item) => desk.openDialog("call", item) };
const day: NextStep = { label: "Pick a day", run: (desk, item) => desk.openDialog("day", item) };
const assign: NextStep = { label: "Assign", run: (desk, item) => desk.openDialog("assign", item) };
const refund: NextStep = { label: "Refund", run: (desk, item) => desk.openDialog("refund", item) };
const keep: NextStep = { label: "Keep", run: (desk, item) => desk.openDialog("keep", item) };
const decide: NextStep = { label: "Decide", run: (desk, item) => desk.open(item) };
const look: NextStep = { label: "Open", run: (desk, item) => desk.open(item) };

/**
 * Return the step that ends a row; null where it has a control of its own: a price, a proposal, or sending a
 * message again.
 */
export function nextStep(item: QueueItem): NextStep | null {
  switch (item.kind) {
    case "quote":
    case "message":
      return null;
    case "question":
      return isWithoutQuote(item) ? call : reply;
    case "accepted":
    case "tree_day":
      return day;
    case "silent":
    case "tree_order":
      return call;
    case "payment":
      return paymentStep(item);
  }
}

/**
 * Return what a row's button does. A question about money is decided with the accepted terms in sight; office staff read
 * there that only owners refund.
 */
export function rowStep(item: QueueItem, isOwner: boolean): NextStep | null {
  if (item.status === "refund_or_keep") return decide;
  const step = nextStep(item);
  return step === refund && !isOwner ? look : step;
}

/** Whether only an owner can take this step. */
export const isForOwners = (step: object | null) => step === refund;

/** These are dealt with at Stripe; the row leaves by itself. */
export const elsewhere: Record<string, string> = {
  disputed: "Answer or accept it under Invoices, Money. The row then leaves by itself.",
  payout_failed: "Correct the bank account in Stripe. The row leaves once the next payout has arrived.",
};

/** A dispute is answered at Stripe, and what was paid by check or in cash is given back by hand. */
function paymentStep({ status, paymentId }: QueueItem): NextStep {
  if (status === "unassigned") return assign;
  if (status in elsewhere) return look;
  return paymentId === null ? keep : refund;
}
