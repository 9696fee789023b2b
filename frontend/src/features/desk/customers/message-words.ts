import { formatCount, formatDayTime } from "~/lib/format";
import type { OutboxMessage } from "../shared/types";

/** Labels of kinds whose names don't read well. */
const names: Record<string, string> = {
  "account-already-exists": "Already has an account",
  "email-confirmation": "Address to confirm",
  "email-confirmation-signup": "Address to confirm",
  "invoice-due-soon": "Invoice due in 3 days",
  "invoice-link": "New link to an invoice",
  "login-code": "Sign-in code",
  "office-accepted": "To the office: accepted",
  "office-address-changed": "To the office: new email address",
  "office-asked": "To the office: question",
  "office-asked-again": "To the office: new price wanted",
  "office-inquiry": "To the office: text, email or call",
  "missed-call": "Missed call",
  "office-declined": "To the office: declined",
  "office-deposit-paid": "To the office: deposit paid",
  "office-expired": "To the office: price expired",
  "office-ordered": "To the office: tree order",
  "office-refund-or-keep": "To the office: refund or keep",
  "office-requested": "To the office: request",
  "office-storage": "To the office: storage plan",
  "office-today": "To the office: the day ahead",
  "password-reset-code": "Code for a new password",
  "quote-accepted": "Acceptance confirmed",
  "quote-link": "New link to a quote",
  "quote-not-reached": "We tried to reach you",
  "quote-price-open": "Reminder of a price",
  "quote-replied": "Reply",
  "reauthentication-code": "Code to confirm a change",
  "totp-activated": "Two-step sign-in turned on",
  "totp-deactivated": "Two-step sign-in turned off",
  "tree-day": "Delivery day",
  "tree-not-reached": "We tried to reach you",
  "tree-order-link": "New link to a tree order",
  "tree-tomorrow": "Delivery tomorrow",
  "unknown-account": "No account",
  "visit-news": "Visit set, moved or canceled",
  "webauthn-added": "Passkey added",
  "webauthn-removed": "Passkey removed",
};

/** Return a kind of message in words: "quote-priced" as "Quote priced". */
export function kindInWords(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return names[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return a message's title in lists: its subject, or its kind while it has none. */
export const titleOf = ({ subject, kind }: OutboxMessage) => subject || kindInWords(kind);

/** Within a sentence: "today, 8:10 AM", "Nov 2, 4:40 PM". */
export const moment = (instant: string) => formatDayTime(instant).replace("Today", "today");

/** Return the moment that matters most: "Sent today, 8:10 AM". */
export function whenInWords({ status, sentAt, failedAt, notBefore, createdAt }: OutboxMessage): string {
  if (status === "sent" && sentAt) return `Sent ${moment(sentAt)}`;
  if (status === "failed" && failedAt) return `Failed ${moment(failedAt)}`;
  if (status === "queued" && notBefore) return `Not before ${moment(notBefore)}`;
  return `Created ${moment(createdAt)}`;
}

/** "1 try", "3 tries"; "" before the first. */
export function triesInWords(tries: number): string {
  return tries === 0 ? "" : formatCount(tries, "try", "tries");
}

const KILO = 1024;

/** Return a file's size: "840 bytes", "12 kB", "1.4 MB". */
export function formatSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`;
  const kilobytes = Math.round(bytes / KILO);
  if (kilobytes < KILO) return `${kilobytes} kB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
