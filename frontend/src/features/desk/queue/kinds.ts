import {
  CalendarCheck,
  CreditCard,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageCircleQuestionMark,
  Phone,
  Tag,
  TreePine,
} from "lucide-react";
import type { QueueItem, QueueKind } from "../shared/types";

interface KindLook {
  /** In a row: "Tree call". */
  label: string;
  /** On the filter's chip: "Tree calls". */
  plural: string;
  Icon: LucideIcon;
}

/** The kinds of rows, in the order of their chips. */
export const kinds: Record<QueueKind, KindLook> = {
  quote: { label: "Quote", plural: "Quotes", Icon: Tag },
  question: { label: "Question", plural: "Questions", Icon: MessageCircleQuestionMark },
  accepted: { label: "Accepted", plural: "Accepted", Icon: CalendarCheck },
  silent: { label: "Follow up", plural: "Follow up", Icon: Hourglass },
  tree_order: { label: "Tree call", plural: "Tree calls", Icon: Phone },
  tree_day: { label: "Tree day", plural: "Tree days", Icon: TreePine },
  payment: { label: "Payment", plural: "Payments", Icon: CreditCard },
  message: { label: "Message failed", plural: "Messages", Icon: Mail },
};

export const kindNames = Object.keys(kinds) as QueueKind[];

/** Identifies a row of the queue: a quote can be on it as a question and as accepted at once. */
export type RowKey = `${QueueKind}-${string}`;

export const keyOf = ({ kind, id }: Pick<QueueItem, "kind" | "id">): RowKey => `${kind}-${id}`;

/** Return whether a row has a price field. The price of a proposal follows from its lines. */
export const isPricedHere = ({ kind, hasLines }: QueueItem) => kind === "quote" && !hasLines;

/** Return whether a row's amount is that of a proposal that hasn't been sent yet. */
export const isDraftProposal = ({ hasLines, status }: QueueItem) =>
  hasLines && (status === "pending" || status === "quoting");

/** Return whether a row is about a payment or a failed message, and so its sum and summary are not those of its quote. */
export const isPaymentOrMessage = ({ kind }: QueueItem) => kind === "payment" || kind === "message";

/** Return whether a question came from someone without an open quote, so that there is no thread to reply in. */
export const isWithoutQuote = ({ kind, quoteId }: QueueItem) => kind === "question" && quoteId === null;

/** Return what a row's calls are logged on: its question, quote or tree order; null if it has none of them. */
export function callSubject(
  item: QueueItem,
): { kind: "quotes" | "tree-orders" | "questions"; id: string } | null {
  if (isWithoutQuote(item)) return { kind: "questions", id: item.id };
  if (item.quoteId) return { kind: "quotes", id: item.quoteId };
  return item.treeOrderId ? { kind: "tree-orders", id: item.treeOrderId } : null;
}
