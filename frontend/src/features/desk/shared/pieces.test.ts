import { describe, expect, it } from "vitest";
import { phoneHref } from "~/lib/phone";
import { aDeskQuoteInDetail } from "../test-desk";
import { answerFacts } from "./answer-facts";
import { customerKey } from "./customer-key";
import { amountText, parseAmount } from "./money-input";
import { promiseState } from "./promise";

describe("the time left to respond", () => {
  const now = Date.parse("2026-11-06T17:00:00Z");
  it.each([
    ["2026-11-07T17:00:00Z", "24 h left", "calm"],
    ["2026-11-06T21:00:00Z", "4 h left", "calm"],
    ["2026-11-06T20:59:59Z", "3 h left", "soon"],
    ["2026-11-06T17:59:59Z", "59 min left", "soon"],
    ["2026-11-06T17:00:00Z", "0 min left", "soon"],
    ["2026-11-06T16:59:59Z", "Late by 0 min", "late"],
    ["2026-11-06T15:00:00Z", "Late by 2 h", "late"],
    ["2026-11-04T17:00:01Z", "Late by 47 h", "late"],
    ["2026-11-04T17:00:00Z", "Late by 2 days", "late"],
  ])("%s: %s", (respondBy, words, urgency) => {
    expect(promiseState(respondBy, now)).toEqual({ words, urgency });
  });
});

describe("a typed amount", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["0", "0.00"],
    ["899", "899.00"],
    ["1284.5", "1284.50"],
    [".5", "0.50"],
    ["12.", "12.00"],
    ["$1,284.50", "1284.50"],
    ["99,999,999.99", "99999999.99"],
  ])("%j is %s", (text, amount) => {
    expect(parseAmount(text)).toEqual({ amount });
  });

  it.each([
    "-1",
    "100000000",
    "1.234",
    "abc",
    "1e5",
    "1,2",
    "12,34.00",
    "1 000",
    "Infinity",
    "0x10",
    "1.2.3",
  ])("%j is refused with a reason", (text) => {
    expect(parseAmount(text).problem).toMatch(/amount|decimal places/i);
  });

  it("is formatted from the saved value", () => {
    expect(amountText("1284.50")).toBe("1,284.50");
    expect(amountText(null)).toBe("");
    expect(parseAmount(amountText("99999999.99"))).toEqual({ amount: "99999999.99" });
  });
});

it.each([
  ["603-555-0172", "tel:+16035550172"],
  ["(603) 555 0172", "tel:+16035550172"],
  ["1 603 555 0172", "tel:+16035550172"],
  ["+44 20 7946 0958", "tel:+442079460958"],
])("calls %s at %s", (phone, href) => {
  expect(phoneHref("tel", phone)).toBe(href);
});

describe("the customer's answer to a quote", () => {
  it.each([
    ["account", "in My Services"],
    ["link", "through the private link"],
    ["phone", "by phone"],
  ] as const)("says that it was accepted with %s: %s", (channel, words) => {
    const terms = { version: 1, sentences: [] };
    const accepted = { acceptedBy: "Pat", acceptedAt: "2026-11-19T14:02:00Z", quoteAmount: "900.00" };
    const acceptance = { ...accepted, channel, revision: 1, terms };
    const value = `$900.00 by Pat, ${words}, Thu, Nov 19, 9:02 AM`;
    expect(answerFacts(aDeskQuoteInDetail({ acceptance }))).toEqual([{ label: "Accepted", value }]);
  });

  it("doesn't mention an earlier version that wasn't accepted", () => {
    const changes = { revision: 1, quoteAmount: "900.00", wasAccepted: false, lines: [] };
    expect(answerFacts(aDeskQuoteInDetail({ changes }))).toEqual([]);
  });

  it("says that no reason was given for a decline", () => {
    const decline = { reason: "" as const, note: "", declinedAt: "2026-11-19T14:02:00Z" };
    const facts = answerFacts(aDeskQuoteInDetail({ status: "rejected", decline }));
    expect(facts).toEqual([{ label: "Declined", value: "Thu, Nov 19. No reason given." }]);
  });
});

it("a guest's key encodes any email address", () => {
  expect(customerKey({ userId: "u1", email: "a@b.c" })).toBe("u1");
  expect(customerKey({ userId: null, email: "Eleanor@Example.com" })).toBe("ZWxlYW5vckBleGFtcGxlLmNvbQ==");
  expect(customerKey({ userId: null, email: "zoë?~@x.example" })).not.toMatch(/[+/]/);
  expect(customerKey({ userId: null, email: "\u212aim@example.com" })).not.toBe(
    customerKey({ userId: null, email: "kim@example.com" }),
  );
});
