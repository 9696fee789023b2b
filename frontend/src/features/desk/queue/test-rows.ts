import type { DeskQuoteDetails, DeskTreeOrder } from "~/api/types";
import { anEstimate } from "~/test/rows";
import type { LoggedCall, QueueItem } from "../shared/types";
import { aDeskOrder, aDeskQuoteInDetail, aQueueItem } from "../test-desk";

/** Rows of the queue on the day of `stopClock`, at 10 AM, with values that all differ. */

const uuid = (tail: string) => `0198a000-0000-7000-8000-0000${tail}`;
const nothing = {
  estimate: null,
  squareFootage: null,
  communicationPreference: null,
  quoteId: null,
} as const;

/** Late; prefers texts. */
export const wes = aQueueItem({
  id: uuid("c41f09a2"),
  customerKey: uuid("00000c31"),
  customerName: "Wes Quill",
  phone: "603-555-0114",
  email: "wes@example.com",
  communicationPreference: "sms",
  city: "Dover",
  streetAddress: "14 Locust Street",
  summary: "Standard Installation, Smart Timers",
  squareFootage: 1850,
  estimate: { low: 612, high: 918 },
  createdAt: "2026-11-24T14:21:00Z",
  updatedAt: "2026-11-24T14:22:00Z",
  respondBy: "2026-11-25T14:21:00Z",
});

/** Asks about the price that she got. */
export const mona = aQueueItem({
  kind: "question",
  id: uuid("a27b1d05"),
  customerKey: uuid("00000a77"),
  customerName: "Mona Reyes",
  phone: "603-555-0131",
  email: "mona@example.com",
  city: "Rye",
  streetAddress: "3 Wallis Road",
  summary: "Premium Installation",
  question: "Does this include the dormers?",
  amount: "1310.75",
  status: "reviewed",
  squareFootage: 3100,
  estimate: { low: 1105, high: 1533 },
  createdAt: "2026-11-24T15:19:00Z",
  updatedAt: "2026-11-24T15:20:00Z",
  respondBy: "2026-11-25T15:19:00Z",
});

/** Has been tried once. */
export const abe = aQueueItem({
  id: uuid("e90c4b18"),
  customerKey: "YWJlQGV4YW1wbGUuY29t",
  customerName: "Abe Lindqvist",
  phone: "603-555-0158",
  email: "abe@example.com",
  communicationPreference: "phone",
  city: "Exeter",
  streetAddress: "88 Court Street",
  summary: "Deluxe Installation",
  squareFootage: 2720,
  estimate: { low: 1420, high: 1988 },
  tries: 1,
  lastTriedAt: "2026-11-24T20:05:00Z",
  createdAt: "2026-11-24T16:45:00Z",
  updatedAt: "2026-11-24T20:05:00Z",
  respondBy: "2026-11-25T16:45:00Z",
});

/** Texted without having a quote, and seems to want no more texts. */
export const sam = aQueueItem({
  ...nothing,
  kind: "question",
  id: uuid("7be2d310"),
  customerKey: uuid("00000d92"),
  customerName: "Sam Ito",
  phone: "603-555-0185",
  email: null,
  city: null,
  streetAddress: null,
  summary: "Text message",
  question: "Stop texting me, and who has my tree?",
  wantsNoTexts: true,
  treeOrderId: uuid("51d3e6f7"),
  status: "open",
  createdAt: "2026-11-24T17:30:00Z",
  updatedAt: "2026-11-24T17:31:00Z",
  respondBy: "2026-11-25T17:30:00Z",
});

/** Waits for a tree call. */
export const lucia = aQueueItem({
  ...nothing,
  kind: "tree_order",
  id: uuid("5a60f2c4"),
  customerKey: uuid("00000e14"),
  customerName: "Lucia Marchetti",
  phone: "603-555-0126",
  email: "lucia@example.com",
  communicationPreference: "phone",
  city: "Hampton",
  streetAddress: "52 Winnacunnet Road",
  summary: "Quality 7-8 ft Christmas Tree",
  amount: "187.25",
  amountPaid: "0.00",
  amountDue: "187.25",
  createdAt: "2026-11-24T19:10:00Z",
  updatedAt: "2026-11-24T19:11:00Z",
  respondBy: "2026-11-25T19:10:00Z",
});

/** Accepted, with a paid deposit, and waits for a day. */
export const hugo = aQueueItem({
  kind: "accepted",
  id: uuid("d4479e30"),
  customerKey: uuid("00000b05"),
  customerName: "Hugo Platt",
  phone: "603-555-0149",
  email: "hugo@example.com",
  city: "Newmarket",
  streetAddress: "7 Elm Court",
  summary: "Premium Installation, Tree Decorating",
  squareFootage: 2260,
  estimate: null,
  amount: "1496.00",
  deposit: { amount: "374.00", isPaid: true, isRefunded: false },
  status: "approved",
  createdAt: "2026-11-23T18:00:00Z",
  updatedAt: "2026-11-23T18:02:00Z",
  respondBy: "2026-11-25T21:00:00Z",
});

/** A payment by card from someone unknown. */
export const card = aQueueItem({
  ...nothing,
  kind: "payment",
  id: uuid("1f0b77aa"),
  paymentId: uuid("1f0b77aa"),
  customerKey: null,
  customerName: "",
  phone: null,
  email: "g.thibodeau@exmaple.com",
  city: null,
  streetAddress: null,
  summary: "Paid through a payment link",
  amount: "418.60",
  status: "unassigned",
  createdAt: "2026-11-25T12:12:00Z",
  updatedAt: "2026-11-25T12:13:00Z",
  respondBy: "2026-11-26T12:12:00Z",
});

/** Has a tree without a day. */
export const yann = aQueueItem({
  ...nothing,
  kind: "tree_day",
  id: uuid("3c85a1e9"),
  customerKey: uuid("00000f48"),
  customerName: "Yann Brodeur",
  phone: "603-555-0163",
  email: "yann@example.com",
  city: "Kittery",
  streetAddress: "19 Pepperrell Road",
  summary: "Premium 9-10 ft Christmas Tree",
  amount: "231.40",
  amountPaid: "231.40",
  amountDue: "0.00",
  status: "confirmed",
  createdAt: "2026-11-22T16:40:00Z",
  updatedAt: "2026-11-22T16:41:00Z",
  respondBy: "2026-11-27T14:00:00Z",
});

/** Hasn't answered a price for weeks. */
export const dora = aQueueItem({
  kind: "silent",
  id: uuid("90ee5c72"),
  customerKey: uuid("00000a19"),
  customerName: "Dora Lund",
  phone: "603-555-0197",
  email: "dora@example.com",
  communicationPreference: "phone",
  city: "Stratham",
  streetAddress: "240 Portsmouth Avenue",
  summary: "Standard Installation",
  amount: "903.00",
  status: "reviewed",
  squareFootage: 1490,
  estimate: { low: 702, high: 987 },
  createdAt: "2026-11-10T15:00:00Z",
  updatedAt: "2026-11-12T15:00:00Z",
  respondBy: "2026-11-28T15:00:00Z",
});

/** A message that couldn't be delivered. */
export const jun = aQueueItem({
  ...nothing,
  kind: "message",
  id: uuid("b6d80f41"),
  messageId: uuid("b6d80f41"),
  customerKey: uuid("00000c80"),
  customerName: "Jun Watanabe",
  phone: "603-555-0140",
  email: "jun@example.com",
  city: null,
  streetAddress: null,
  summary: "Invoice INV-2026-00047",
  question: "The mailbox is full.",
  status: "failed",
  createdAt: "2026-11-25T13:05:00Z",
  updatedAt: "2026-11-25T13:06:00Z",
  respondBy: "2026-11-29T13:05:00Z",
});

/** The quote of a row in detail. */
export function quoteOf(item: QueueItem, changes: Partial<DeskQuoteDetails> = {}): DeskQuoteDetails {
  const { id, customerKey, customerName, email, phone, city, streetAddress, amount, updatedAt } = item;
  const { estimate } = item;
  return aDeskQuoteInDetail({
    id,
    userId: customerKey,
    fullName: customerName,
    email: email ?? "",
    phone: phone ?? "",
    city: city ?? "",
    streetAddress: streetAddress ?? "",
    quoteAmount: amount,
    squareFootage: item.squareFootage,
    estimate: estimate && {
      ...anEstimate(),
      ...estimate,
      lines: [{ label: `Lights for ${customerName}`, ...estimate }],
    },
    respondBy: item.respondBy,
    createdAt: item.createdAt,
    updatedAt,
    ...changes,
  });
}

/** The tree order of a row. */
export function orderOf(item: QueueItem, changes: Partial<DeskTreeOrder> = {}): DeskTreeOrder {
  return aDeskOrder({
    id: item.id,
    userId: item.customerKey,
    customerName: item.customerName,
    customerEmail: item.email ?? "",
    customerPhone: item.phone ?? "",
    city: item.city ?? "",
    addressLine1: item.streetAddress ?? "",
    treePrice: "150.15",
    deliveryPrice: "37.10",
    totalAmount: item.amount ?? "0.00",
    amountPaid: item.amountPaid ?? "0.00",
    amountDue: item.amountDue ?? "0.00",
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    ...changes,
  });
}

/** A logged call that reached the customer. */
export function aCall(changes: Partial<LoggedCall> = {}): LoggedCall {
  return {
    id: "k1",
    outcome: "reached",
    channel: "phone",
    note: "",
    retryAt: null,
    authorName: "Nora Field",
    createdAt: "2026-11-25T15:00:00Z",
    ...changes,
  };
}

type Sent = { params: Record<string, string> };

/** The routes for these rows' quotes and tree orders in detail. */
export const detailRoutes = (...items: readonly QueueItem[]) => {
  const find = ({ params }: Sent) => items.find(({ id }) => id === params.id) as QueueItem;
  return {
    "GET /api/quotes/:id": (sent: Sent) => quoteOf(find(sent)),
    "GET /api/tree-orders/:id": (sent: Sent) => orderOf(find(sent)),
  };
};
