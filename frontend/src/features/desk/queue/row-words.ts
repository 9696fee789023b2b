import { formatDay, formatEstimateExact, formatMoneyExact } from "~/lib/format";
import type { QueueItem } from "../shared/types";
import { isDraftProposal, isPricedHere } from "./kinds";

type Deposit = NonNullable<QueueItem["deposit"]>;

const DAY = 86_400_000;

/** "Premium Installation, Smart Timers" as "Premium, Smart Timers", and a tree without "Christmas". */
const short = (summary: string) => summary.replace(" Installation", "").replaceAll("Christmas ", "");

/** Return the day of a follow-up's last word: its row appears three days later, and is due 24 hours after that. */
const lastWord = ({ respondBy }: QueueItem) =>
  formatDay(new Date(Date.parse(respondBy) - 4 * DAY).toISOString());

/** Return a row's subject in one line. The deciding fact comes first, since the end may be cut off. */
export function rowWords(item: QueueItem): string {
  const { kind, estimate, squareFootage } = item;
  const first = kind === "accepted" && !item.needsTakedown ? acceptedWords(item) : "";
  if (first) return `${first} · ${short(item.summary)}`;
  const summary = short(item.summary);
  if (summary.startsWith("Missed call") && item.question) return item.question;
  if (kind === "question" && item.question) return asked(item);
  if (item.needsTakedown) return `Takedown not planned · ${summary}`;
  if (kind === "silent") return `No word since ${lastWord(item)} · ${summary}`;
  if (kind !== "quote") return [paidWords(item), summary].filter(Boolean).join(" · ");
  const size = squareFootage ? `${squareFootage.toLocaleString("en-US")} sq ft` : null;
  const draft = isDraftProposal(item) && "Proposal not sent";
  return [draft, estimate && formatEstimateExact(estimate), summary, size].filter(Boolean).join(" · ");
}

/** What the customer wrote, or another sender, who is named unless the row has their name. */
const asked = ({ customerName, otherSender, question }: QueueItem) =>
  otherSender && otherSender !== customerName ? `${otherSender}: “${question}”` : `“${question}”`;

/** "Paid" or "$280.00 due" for a tree; "" for everything else. */
function paidWords({ amountDue }: QueueItem): string {
  if (amountDue === null) return "";
  return Number(amountDue) > 0 ? `${formatMoneyExact(amountDue)} due` : "Paid";
}

/** Return what to know before scheduling: whether the deposit is paid, and any doubt about the state. */
function acceptedWords({ deposit, stateCheck }: QueueItem): string {
  const paid = deposit && `Deposit ${depositState(deposit, "not paid")}`;
  return [paid, stateWords(stateCheck)].filter(Boolean).join(" · ");
}

/** Return "paid", "refunded" (all of it, which makes nothing due) or ``unpaid``. */
export function depositState({ isPaid, isRefunded }: Deposit, unpaid: string): string {
  if (isPaid) return "paid";
  return isRefunded ? "refunded" : unpaid;
}

/** Return the warning about the state that the work is in; "" if there is none. */
function stateWords(check: QueueItem["stateCheck"]): string {
  if (check === "unknown") return "Confirm the state";
  return check === "outside" ? "Outside New Hampshire" : "";
}

/** Return a row's amount; null if it has none, or if its price is typed into the row. */
export function rowSum(item: QueueItem): string | null {
  const { amount } = item;
  return amount === null || isPricedHere(item) ? null : formatMoneyExact(amount);
}

/** Return whose payment a row is about, and for what: "Ulla Berg. Invoice INV-2026-00012, paid by check." */
export const paymentWords = ({ customerName, summary }: QueueItem) =>
  customerName ? `${customerName}. ${summary}.` : `${summary}.`;

/** How a customer prefers to be reached. */
export const preferences = {
  phone: "Prefers a call",
  sms: "Prefers text",
  email: "Prefers email",
} as const;

/** Return how the customer prefers to be reached; null if that is unknown, or by text after texts were turned off. */
export function preferenceOf({ communicationPreference, textsOff }: QueueItem) {
  return communicationPreference === "sms" && textsOff ? null : communicationPreference;
}
