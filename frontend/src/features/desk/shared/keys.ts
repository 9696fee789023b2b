import { entityKeys, erasureKey, invoiceKeys, jobKeys, treeOrderKeys } from "~/api/keys";

export const analyticsKeys = entityKeys("analytics");
export const messageKeys = entityKeys("messages");
export const questionKeys = entityKeys("questions");
export const paymentKeys = entityKeys("payments");
/** Properties whose items are picked up, stored and returned. */
export const storedItemsKeys = entityKeys("stored-items");
export const stripeEventKeys = entityKeys("stripe-events");

/** Keys of data that the desk derives from other entities, such as the queue and the customers. */
export const deskKeys = {
  all: ["desk"],
  /** Everything about the queue. */
  queueAll: ["desk", "queue"],
  queueRows: ["desk", "queue", "rows"],
  queue: (filters: object) => ["desk", "queue", "rows", filters],
  queueCounts: (city: string) => ["desk", "queue", "counts", { city }],
  savedReplies: ["desk", "saved-replies"],
  /** The lines that are often used in proposals. */
  priceList: ["desk", "price-list"],
  search: (q: string) => ["desk", "search", { q }],
  suggestions: (paymentId: string) => ["desk", "suggestions", paymentId],
  promise: ["desk", "promise"],
  /** The staff, the security log, and what is deleted next. */
  staff: (part: string) => ["desk", "staff", part],
  staffAll: ["desk", "staff"],
  /** Received and due amounts, payouts and disputes. */
  money: (part: string) => ["desk", "money", part],
  installation: ["desk", "installation"],
  /** The business's details, and who changed them. */
  business: (part: string) => ["desk", "business", part],
  businessAll: ["desk", "business"],
  /** A page's text and its versions. */
  text: (page: string, part: string) => ["desk", "texts", page, part],
  textAll: (page: string) => ["desk", "texts", page],
  customers: (q: string) => ["desk", "customers", { q }],
  customer: (key: string) => ["desk", "customers", key],
} as const;

/**
 * Other queries that depend on quotes: an acceptance creates an invoice, a new price or status can cancel or restore one,
 * and a decline cancels the visits.
 */
export const quoteAffects = [invoiceKeys.all, jobKeys.all, deskKeys.all, analyticsKeys.all];

/**
 * The queries that depend on card payments: what they paid for, the queue, the money, the metrics, and whether their
 * customer can be erased.
 */
export const paymentAffects = [
  ...[paymentKeys, invoiceKeys, treeOrderKeys, analyticsKeys, deskKeys].map(({ all }) => all),
  erasureKey,
];
