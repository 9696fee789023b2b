import { describe, expect, it } from "vitest";
import type { QueueItem } from "../shared/types";
import { aQueueItem } from "../test-desk";
import { callSubject } from "./kinds";
import { rowStep } from "./next-step";
import { waysToReach } from "./row-reach";
import { rowSum, rowWords } from "./row-words";
import { matches } from "./search-rows";

const deposit = { amount: "318.75", isPaid: true, isRefunded: false };
const accepted = { kind: "accepted", status: "approved", amount: "1275.00" } as const;
const takedown = { ...accepted, status: "service_scheduled", needsTakedown: true } as const;
const stranger = { kind: "question", quoteId: null, communicationPreference: null } as const;

describe("what a row is about", () => {
  it.each<[string, Partial<QueueItem>]>([
    ["Premium", { estimate: null, squareFootage: null }],
    ["Proposal not sent · $854 to $1,294 · Premium", { hasLines: true, squareFootage: null }],
    [
      "Proposal not sent · Premium",
      { hasLines: true, status: "quoting", estimate: null, squareFootage: null },
    ],
    ["Premium", { hasLines: true, status: "reviewed", estimate: null, squareFootage: null }],
    ["Deposit paid · Premium", { ...accepted, deposit }],
    [
      "Deposit not paid · Confirm the state · Premium",
      { ...accepted, deposit: { ...deposit, isPaid: false }, stateCheck: "unknown" },
    ],
    ["Deposit refunded · Premium", { ...accepted, deposit: { ...deposit, isPaid: false, isRefunded: true } }],
    ["Outside New Hampshire · Premium", { ...accepted, stateCheck: "outside" }],
    ["Premium", accepted],
    ["Takedown not planned · Premium", { ...takedown, deposit }],
    ["Takedown not planned · Premium", { ...takedown, status: "rejected" }],
    ["No word since Mon, Nov 23 · Premium", { kind: "silent", respondBy: "2026-11-27T15:00:00Z" }],
    ["“Why?”", { kind: "question", question: "Why?" }],
    ["bo@example.com: “Why?”", { kind: "question", question: "Why?", otherSender: "bo@example.com" }],
    [
      "“Why?”", // the name is the address
      { kind: "question", question: "Why?", customerName: "bo@example.com", otherSender: "bo@example.com" },
    ],
    ["Premium", { kind: "question", question: null }],
    [
      "Missed call from (603) 555-0173",
      { ...stranger, summary: "Missed call, Tree", question: "Missed call from (603) 555-0173" },
    ],
    [
      "Paid · Modest 6 ft Tree",
      { kind: "tree_day", summary: "Modest 6 ft Christmas Tree", amountDue: "0.00" },
    ],
    ["$0.50 due · Tree", { kind: "tree_order", summary: "Tree", amountDue: "0.50" }],
    ["Tree", { kind: "tree_order", summary: "Tree" }],
  ])("%s: %j", (words, changes) => {
    expect(rowWords(aQueueItem(changes))).toBe(words);
  });

  it.each<[string | null, Partial<QueueItem>]>([
    [null, { amount: "900.00" }], // it is typed there
    ["$900.00", { amount: "900.00", hasLines: true }],
    ["$1,275.00", accepted],
    [null, { kind: "message" }],
  ])("its sum is %s: %j", (sum, changes) => {
    expect(rowSum(aQueueItem(changes))).toBe(sum);
  });
});

it.each<[string[], Partial<QueueItem>]>([
  [["email", "sms", "phone"], { communicationPreference: "email" }],
  [["sms", "phone", "email"], { communicationPreference: "sms" }],
  [["email"], { communicationPreference: "phone", phone: null }],
  [["phone", "sms", "email"], { ...stranger, summary: "Missed call" }],
  [["sms", "phone", "email"], { ...stranger, summary: "Text message" }],
  [["phone", "sms", "email"], { ...stranger, summary: "Text message", wantsNoTexts: true }],
  [["phone", "email"], { communicationPreference: "sms", textsOff: true }],
  [["phone", "email"], { ...stranger, summary: "Text message", textsOff: true }],
  [["email", "sms", "phone"], { ...stranger, summary: "Email from a guest" }],
  [["email", "sms", "phone"], { ...stranger, summary: "Email from a guest", wantsNoTexts: true }],
  [["phone", "sms", "email"], { communicationPreference: null }],
  [["email"], { communicationPreference: null, phone: null }],
  [[], { phone: null, email: null }],
])("the customer is reached by %j: %j", (channels, changes) => {
  const hrefs = { phone: "tel:+16035550172", sms: "sms:+16035550172", email: "mailto:eleanor@example.com" };
  const ways = waysToReach(aQueueItem(changes));
  expect(ways.map(({ channel }) => channel)).toEqual(channels);
  for (const { channel, href } of ways) expect(href).toBe(hrefs[channel]);
});

it.each<[string | undefined, string | undefined, Partial<QueueItem>]>([
  [undefined, undefined, { kind: "quote" }],
  [undefined, undefined, { kind: "message" }],
  ["Reply", "Reply", { kind: "question" }],
  ["Log call", "Log call", stranger],
  ["Pick a day", "Pick a day", accepted],
  ["Pick a day", "Pick a day", { kind: "tree_day" }],
  ["Log call", "Log call", { kind: "silent" }],
  ["Log call", "Log call", { kind: "tree_order" }],
  ["Assign", "Assign", { kind: "payment", status: "unassigned", paymentId: "p1" }],
  ["Refund", "Open", { kind: "payment", status: "owed", paymentId: "p1" }],
  ["Keep", "Keep", { kind: "payment", status: "owed" }],
  ["Decide", "Decide", { kind: "payment", status: "refund_or_keep", paymentId: "p1" }],
  ["Open", "Open", { kind: "payment", status: "disputed", paymentId: "p1" }],
  ["Open", "Open", { kind: "payment", status: "payout_failed" }],
])("an owner's step is %s, the office's %s: %j", (owners, office, changes) => {
  const item = aQueueItem(changes);
  expect(rowStep(item, true)?.label).toBe(owners);
  expect(rowStep(item, false)?.label).toBe(office);
});

it.each<[ReturnType<typeof callSubject>, Partial<QueueItem>]>([
  [
    { kind: "quotes", id: "q1" },
    { kind: "question", quoteId: "q1" },
  ],
  [
    { kind: "questions", id: "i1" },
    { ...stranger, id: "i1", treeOrderId: "t1" },
  ],
  [
    { kind: "tree-orders", id: "t1" },
    { kind: "message", quoteId: null, treeOrderId: "t1" },
  ],
  [null, { kind: "payment", quoteId: null }],
])("a call is logged with %j: %j", (subject, changes) => {
  expect(callSubject(aQueueItem(changes))).toEqual(subject);
});

it.each([
  ["hayes", true],
  ["HAYES marcy", true],
  ["hayes dover", false],
  ["hayes portsmouth", true],
  ["eleanor@example", true],
  ["a41f09c2", true],
  ["555-0172", true],
  ["(603)", true],
  ["+1 603 555 0172", true],
  ["16035550172", true],
  ["1-603-555-0173", false],
  ["172", true],
  ["72", false], // too short for a phone number
  ["premium", true],
  ["dormers", true],
  ["obrien", true],
  ["o'brien’s", true],
])("the search %s finds a row: %s", (q, isFound) => {
  const item = aQueueItem({ phone: "603-555-0172", question: "Do O’Brien's dormers count?" });
  expect(matches(item, q)).toBe(isFound);
});
