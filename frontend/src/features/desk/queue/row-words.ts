import { formatDay, formatEstimateExact, formatMoneyExact } from "~/lib/format";
import type { QueueItem } from "../shared/types";
import { isDraftProposal, isPricedHere, isTakedown } from "./kinds";

const DAY = 86_400_000;

/** "Premium Installation, Smart Timers" as "Premium, Smart Timers", and a tree without "Christmas". */
const short = (summary: string) => summary.replace(" Installation", "").replaceAll("Christmas ", "");

/** Return when a follow-up's last word was: its deadline is 24 hours after it came up, three days after that word. */
const lastWord = ({ respondBy }: QueueItem) =>
  formatDay(new Date(Date.parse(respondBy) - 4 * DAY).toISOString());

/** Return what a row is about in a line. The deciding fact comes first, since the end may be cut off. */
export function rowWords(item: QueueItem): string {
  const { kind, estimate, squareFootage } = item;
  const first = kind === "accepted" && !isTakedown(item) ? acceptedWords(item) : "";
  if (first) return `${first} · ${short(item.summary)}`;
  const summary = short(item.summary);
  if (summary.startsWith("Missed call") && item.question) return item.question;
  if (kind === "question" && item.question) return `“${item.question}”`;
  if (isTakedown(item)) return `Takedown not planned · ${summary}`;
  if (kind === "silent") return `No word since ${lastWord(item)} · ${summary}`;
  if (kind !== "quote") return [paidWords(item), summary].filter(Boolean).join(" · ");
  const size = squareFootage ? `${squareFootage.toLocaleString("en-US")} sq ft` : null;
  const draft = isDraftProposal(item) && "Proposal not sent";
  return [draft, estimate && formatEstimateExact(estimate), summary, size].filter(Boolean).join(" · ");
}

/** "Paid" or "$280.00 due", for a tree that is to be delivered. */
function paidWords({ amountDue }: QueueItem): string {
  if (amountDue === null) return "";
  return Number(amountDue) > 0 ? `${formatMoneyExact(amountDue)} due` : "Paid";
}

/** Return what decides about the visit: whether the deposit is paid, and whether the state is known. */
function acceptedWords({ deposit, stateCheck }: QueueItem): string {
  const paid = deposit && (deposit.isPaid ? "Deposit paid" : "Deposit not paid");
  return [paid, stateWords(stateCheck)].filter(Boolean).join(" · ");
}

/** Return why someone should look at the state that the work is in. */
function stateWords(check: QueueItem["stateCheck"]): string {
  if (check === "unknown") return "Confirm the state";
  return check === "outside" ? "Outside New Hampshire" : "";
}

/** Return a row's sum. A waiting quote without lines has none: its price is typed there. */
export function rowSum(item: QueueItem): string | null {
  const { amount } = item;
  return amount === null || isPricedHere(item) ? null : formatMoneyExact(amount);
}

/** "Prefers text": how the customer wants to be reached. */
export const preferences = {
  phone: "Prefers a call",
  sms: "Prefers text",
  email: "Prefers email",
} as const;
