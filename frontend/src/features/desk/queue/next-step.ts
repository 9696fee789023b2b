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
const openDetails: NextStep = { label: "Open", run: (desk, item) => desk.open(item) };

/**
 * Return the step that finishes a row; null if the row has a control of its own for that: a price, a proposal, or
 * sending a message again.
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
 * Return what a row's button does. Whether to refund or keep money is decided in the details, beside the accepted terms.
 * Office staff open the details instead of a refund, and read there that only owners can.
 */
export function rowStep(item: QueueItem, isOwner: boolean): NextStep | null {
  if (item.status === "refund_or_keep") return decide;
  const step = nextStep(item);
  return step === refund && !isOwner ? openDetails : step;
}

/** Return whether only an owner can take this step. */
export const isForOwners = (step: object | null) => step === refund;

/** The statuses of payments that are not handled in the queue. Their rows leave by themselves. */
const handledElsewhere: readonly string[] = ["disputed", "payout_failed"];

/** Only card payments are refunded here: checks and cash are paid back by hand. */
function paymentStep({ status, paymentId }: QueueItem): NextStep {
  if (status === "unassigned") return assign;
  if (handledElsewhere.includes(status)) return openDetails;
  return paymentId === null ? keep : refund;
}
