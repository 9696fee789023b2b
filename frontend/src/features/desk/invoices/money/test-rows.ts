import type { Aging, DeskDispute, DeskMoney, MoneyMonth, Payout, PayoutEntry } from "~/api/types";

const none = { amount: "0.00", count: 0 };
export const aQuietMonth: MoneyMonth = {
  month: "2026-09",
  card: none,
  check: none,
  cash: none,
  otherMethods: none,
  refunds: none,
  reversals: none,
  disputes: none,
  fees: none,
  adjustments: none,
  received: "0.00",
  net: "0.00",
};
const october: MoneyMonth = {
  ...aQuietMonth,
  month: "2026-10",
  card: { amount: "4120.60", count: 14 },
  otherMethods: { amount: "66.00", count: 2 },
  fees: { amount: "-118.30", count: 0 },
  received: "4186.60",
  net: "4068.30",
};
const november: MoneyMonth = {
  ...aQuietMonth,
  month: "2026-11",
  card: { amount: "21376.75", count: 51 },
  check: { amount: "5120.25", count: 9 },
  cash: { amount: "640.50", count: 1 },
  refunds: { amount: "-718.00", count: 3 },
  reversals: { amount: "-48.00", count: 4 },
  disputes: { amount: "-742.20", count: 5 },
  fees: { amount: "-936.19", count: 0 },
  adjustments: { amount: "-1.75", count: 0 },
  received: "27137.50",
  net: "24691.36",
};
export const money: DeskMoney = {
  today: "2026-11-25",
  months: [aQuietMonth, october, november],
  recount: {
    checkedAt: "2026-11-25T10:20:00Z",
    matches: false,
    differences: [
      { what: "month", name: "2026-10", stripeId: "", stripe: "4186.60", ours: "4180.10" },
      { what: "payout", name: "2026-11-17", stripeId: "po_8", stripe: "512.40", ours: "512.40" },
      { what: "payment", name: "Omar Haddad", stripeId: "pi_6", stripe: "-10.00", ours: "0.00" },
    ],
  } as DeskMoney["recount"],
};
export const anAge = (age: Aging["ages"][number]["age"], changes: Partial<Aging["ages"][number]> = {}) => ({
  age,
  invoices: 0,
  deposits: "0.00",
  rest: "0.00",
  trees: 0,
  treeSum: "0.00",
  together: "0.00",
  ...changes,
});
export const aging: Aging = {
  invoices: 11,
  deposits: "271.00",
  rest: "2418.35",
  trees: 3,
  treeSum: "156.10",
  together: "2845.45",
  unbilled: 4,
  drafts: 3,
  ages: [
    anAge("later", { invoices: 6, rest: "750.05", together: "750.05" }),
    anAge("this_week", { invoices: 2, deposits: "271.00", together: "271.00" }),
    anAge("overdue_1_10", { invoices: 4, rest: "1668.30", trees: 1, treeSum: "90.10", together: "1758.40" }),
    anAge("overdue_11_30", { trees: 2, treeSum: "66.00", together: "66.00" }),
    anAge("overdue_over_30"),
  ],
};

export const aPayout = (changes: Partial<Payout>): Payout => ({
  id: "po8",
  stripeId: "po_8",
  amount: "2244.28",
  status: "paid",
  createdAt: "2026-11-17T14:00:00Z",
  arrivesOn: "2026-11-19",
  failureMessage: "",
  automatic: true,
  complete: true,
  entries: 1201,
  ...changes,
});
export const payouts = [
  aPayout({
    id: "po3",
    status: "in_transit",
    createdAt: "2026-11-23T14:00:00Z",
    arrivesOn: "2026-11-27",
    amount: "318.90",
    entries: 4,
    complete: false,
  }),
  aPayout({}),
  aPayout({
    id: "po5",
    status: "failed",
    createdAt: "2026-11-12T14:00:00Z",
    amount: "77.10",
    entries: 7,
    failureMessage: "The account was closed.",
  }),
];
export const olderPayouts = [
  aPayout({
    id: "po1",
    createdAt: "2026-11-04T14:00:00Z",
    amount: "-12.45",
    automatic: false,
    complete: false,
  }),
  aPayout({
    id: "po7",
    status: "pending",
    createdAt: "2026-11-02T14:00:00Z",
    arrivesOn: "2026-11-30",
    entries: 2,
  }),
  aPayout({ id: "po2", status: "canceled", createdAt: "2026-10-30T14:00:00Z", amount: "9.05", entries: 1 }),
];
export const anEntry = (changes: Partial<PayoutEntry>): PayoutEntry => ({
  id: "e5",
  stripeId: "txn_5",
  kind: "charge",
  occurredAt: "2026-11-16T14:00:00Z",
  customer: "Mia Zorn",
  customerKey: "u7",
  document: "Deposit for invoice INV-2026-00058",
  invoiceId: "i4",
  treeOrderId: null,
  unknown: false,
  amount: "321.13",
  fee: "9.61",
  net: "311.52",
  ...changes,
});
export const entries = [
  anEntry({}),
  anEntry({
    id: "e2",
    customer: "Cal Abbot",
    customerKey: null,
    document: "Order 7be2d310",
    invoiceId: null,
    amount: "-40.00",
    fee: "0.00",
    net: "-40.00",
  }),
];
export const olderEntries = [
  anEntry({
    id: "e9",
    occurredAt: "2026-11-15T14:00:00Z",
    customer: "",
    document: "Stripe fee",
    invoiceId: null,
    amount: "0.00",
    fee: "2.00",
    net: "-2.00",
  }),
  anEntry({
    id: "e1",
    occurredAt: "2026-11-14T14:00:00Z",
    unknown: true,
    stripeId: "txn_1",
    document: "",
    invoiceId: null,
    amount: "61.00",
    fee: "2.07",
    net: "58.93",
  }),
];

export const aDispute = (changes: Partial<DeskDispute>): DeskDispute => ({
  id: "p6",
  amount: "742.20",
  customer: "Omar Haddad",
  customerKey: "u2",
  document: "Invoice INV-2026-00031",
  invoiceId: "i2",
  treeOrderId: null,
  reason: "Service not received",
  deadline: "2026-11-29T20:00:00Z",
  action: "",
  isSending: false,
  refused: false,
  stripePaymentIntentId: "pi_6",
  proofs: [],
  ...changes,
});
export const first = aDispute({});
export const second = aDispute({
  id: "p1",
  amount: "88.15",
  customer: "",
  document: "Order 1f0c22aa",
  invoiceId: null,
  reason: "Duplicate",
  deadline: "2026-11-26T21:00:00Z",
  refused: true,
  stripePaymentIntentId: "pi_1",
});
const disputes = { open: [first, second], won: 4, lost: 2 };

/** What the whole view requests. */
export const all = {
  "GET /api/desk/money": money,
  "GET /api/desk/money/due": aging,
  "GET /api/desk/disputes": disputes,
  "GET /api/desk/payouts": payouts,
  "GET /api/desk/money/export-summary": { lines: 83, net: "24691.36" },
};
