import type { Address, Invoice, Job, Quote, StorageSubscription, TreeOrder } from "~/api/types";

/** How much of the promise of an answer within 24 hours is left. */
interface Promised {
  answeredAt: string | null;
  dueAt: string;
}

export type DeskQuote = Quote & Promised;
export type DeskTreeOrder = TreeOrder & Promised & { callCount: number };
export type CallOutcome = "reached" | "voicemail" | "no_answer" | "wrong_number";

export interface Call {
  id: string;
  outcome: CallOutcome;
  note: string;
  authorName: string;
  createdAt: string;
}

export interface QueueItem {
  kind: "quote" | "tree_order";
  id: string;
  customerName: string;
  phone: string;
  email: string;
  communicationPreference: "email" | "sms" | "phone";
  summary: string;
  city: string;
  status: string;
  createdAt: string;
  dueAt: string;
}

export interface PromiseFigures {
  season: string;
  answered: number;
  onTime: number;
  late: number;
  open: number;
  overdue: number;
  percent: number | null;
}

export interface BulkResult {
  changed: string[];
  skipped: { id: string; message: string }[];
}

export interface DaySheet {
  day: string;
  towns: { town: string; orders: DeskTreeOrder[] }[];
  totals: { sizes: Record<string, number>; addOns: Record<string, number>; orders: number };
}

export interface CustomerRow {
  key: string;
  kind: "user" | "guest";
  userId: string | null;
  name: string;
  email: string;
  phone: string;
  quotes: number;
  treeOrders: number;
  invoices: number;
  lastSeenAt: string | null;
}

export interface Customer extends Omit<CustomerRow, "quotes" | "treeOrders" | "invoices"> {
  quotes: DeskQuote[];
  jobs: Job[];
  treeOrders: DeskTreeOrder[];
  invoices: Invoice[];
  storageSubscriptions: StorageSubscription[];
  addresses: Address[];
  guestMatches: CustomerRow[];
}
