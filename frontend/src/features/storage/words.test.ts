import { expect, it } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { anAddress, aSubscription } from "~/test/rows";
import { placeName, statusSentence } from "./words";

const END = "2026-12-10T05:00:00Z";
const unknown = { currentPeriodEnd: null, endsAt: null };

it.each<[Partial<StorageSubscription>, string]>([
  [{ status: "incomplete" }, "Starts with your first payment."],
  [{}, "Your next payment of $15 is on Dec 21, 2026."],
  [{ nextPaymentDiffers: true }, "Your next payment is on Dec 21, 2026: $15, adjusted for your plan change."],
  [unknown, "Your next payment date will appear here."],
  [{ status: "past_due" }, "Your last payment didn't go through. Update your card and we'll try again."],
  [
    { status: "past_due", endsAt: END },
    "Canceled. Your plan ends on Dec 10, 2026. Your last payment didn't go through. Update your card and we'll try again.",
  ],
  [
    { status: "canceling", endsAt: END },
    "Canceled. You're paid through Dec 10, 2026. After that you won't be charged.",
  ],
  [{ status: "canceling" }, "Canceled. You're paid through Dec 21, 2026. After that you won't be charged."],
  [
    { status: "canceling", nextPaymentDiffers: true },
    "Canceled. Your plan ends on Dec 21, 2026. If you owe a difference from your plan change, it's charged then, and nothing after that.",
  ],
  [{ status: "canceling", ...unknown }, "Canceled. Your plan ends after the month you've paid for."],
  [{ status: "canceled", endsAt: END }, "Ended on Dec 10, 2026."],
  [{ status: "canceled", ...unknown }, "Ended."],
])("the status of a subscription in words: %o", (changes, words) => {
  expect(statusSentence(aSubscription(changes))).toBe(words);
});

it.each([
  ["Shop", "Shop: 12 Central Avenue, Dover"],
  ["", "12 Central Avenue, Dover"],
])("the name of an address with label %j", (label, name) => {
  expect(placeName(anAddress({ label }))).toBe(name);
});
