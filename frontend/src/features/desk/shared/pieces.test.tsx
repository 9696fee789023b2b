import { screen } from "@testing-library/react";
import type { Location } from "react-router";
import { describe, expect, it, vi } from "vitest";
import type { ReceivedPayment } from "~/api/types";
import { phoneHref } from "~/lib/phone";
import { renderAt } from "~/test/render";
import { signIn } from "~/test/server";
import { aDeskQuoteInDetail, admin, serveList } from "../test-desk";
import { answerFacts } from "./answer-facts";
import { ConflictNote } from "./conflict-note";
import { customerKey } from "./customer-key";
import { amountText, parseAmount } from "./money-input";
import { PaymentList } from "./payment-list";
import { promiseState } from "./promise";
import { PromiseBadge } from "./promise-badge";
import { ProposalLink, proposalBack } from "./proposal-link";

describe("the time left to respond", () => {
  const now = Date.parse("2026-11-06T17:00:00Z");
  it.each([
    ["2026-11-07T17:00:00Z", "24 h left", "calm"],
    ["2026-11-06T21:00:00Z", "4 h left", "calm"],
    ["2026-11-06T20:59:59Z", "3 h left", "soon"],
    ["2026-11-06T18:00:00Z", "1 h left", "soon"],
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

it.each([
  ["2026-11-06T17:00:00Z", "green"],
  ["2026-11-06T17:00:01Z", "red"],
])("a response at %s is shown in %s", (answeredAt, tone) => {
  renderAt("/admin", <PromiseBadge respondBy="2026-11-06T17:00:00Z" answeredAt={answeredAt} />);
  expect(screen.getByText(/^Answered/).getAttribute("style")).toContain(`--tone-${tone}`);
});

it("a conflict says who changed the row last, and when and how", async () => {
  const change = { changes: [], at: "2026-11-19T14:02:00Z" };
  serveList("/api/quotes/q1/history", [
    { ...change, id: "h2", by: "Ben Ortiz" },
    { ...change, id: "h1", by: "Ada Whitcomb", at: "2026-11-18T14:02:00Z" },
  ]);
  const differences = [{ name: "status", from: "pending", to: "quoting" }];
  const show = (name: string, value: string) => ({ label: name, words: value });
  const discard = vi.fn();
  const { person } = renderAt(
    "/admin",
    <ConflictNote kind="quotes" id="q1" differences={differences} show={show} onTakeTheirs={discard} />,
  );
  expect(await screen.findByText("Ben Ortiz changed this on Nov 19, 9:02 AM.")).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent("status: pending → quoting");
  await person.click(screen.getByRole("button", { name: "Discard my changes" }));
  expect(discard).toHaveBeenCalledOnce();
});

it.each([
  ["/admin?kind=quote", "Due now"],
  ["/admin?tab=quotes&city=Dover&open=q1", "Quote Management"],
])("an editor opened at %s leads back there", async (to, label) => {
  const { person, router } = renderAt(to, <ProposalLink quoteId="q1">Edit proposal</ProposalLink>);
  await person.click(screen.getByRole("link", { name: "Edit proposal" }));
  expect(router.state.location.search).toBe("?tab=quotes&proposal=q1");
  expect(proposalBack(router.state.location, "q1")).toEqual({ to, label });
});

it("an editor opened by its address leads back to the quote", () => {
  const back = { to: "/admin?tab=quotes&q=q1&open=q1", label: "Quote Management" };
  expect(proposalBack({ state: null } as Location, "q1")).toEqual(back);
});

it("a card payment is refunded in full, unless the customer's bank disputes it", async () => {
  signIn(admin);
  const byCard: ReceivedPayment = {
    id: "p1",
    cardPaymentId: "c1",
    refundable: "160.00",
    amount: "200.00",
    amountRefunded: "40.00",
    method: "card",
    note: "",
    disputed: false,
    disputeLost: false,
    recordedBy: "",
    takenBackAt: null,
    takenBackBy: "",
    takenBackNote: "",
    amountOwed: "0.00",
    amountKept: "0.00",
    keptAt: null,
    keptBy: "",
    keptReason: "",
    createdAt: "2026-11-19T14:02:00Z",
  };
  const disputed = { ...byCard, id: "p2", amount: "75.00", refundable: "75.00", disputed: true };
  const { person } = renderAt(
    "/admin",
    <PaymentList payments={[byCard, disputed]} document="INV-1" customerName="Pat" takeBack={vi.fn()} />,
  );
  expect(screen.getByText(/disputed by the customer's bank/)).toHaveTextContent(/^\$75\.00/);
  await person.click(await screen.findByRole("button", { name: /^Refund/ }));
  expect(await screen.findByLabelText("Amount")).toHaveValue("160.00");
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

  it("names no version of an earlier price without a proposal", () => {
    const changes = { revision: 0, quoteAmount: "900.00", wasAccepted: true, lines: [] };
    const value = "$900.00. Waiting for an answer to the new price.";
    expect(answerFacts(aDeskQuoteInDetail({ changes }))).toEqual([{ label: "Accepted before", value }]);
  });

  it("says that it is too late to accept, and how to change that", () => {
    const quote = aDeskQuoteInDetail({ status: "reviewed", expired: true, validUntil: "2026-11-27" });
    const value =
      "The price was good through Nov 27, 2026. It can be accepted again after you send a new version.";
    expect(answerFacts(quote)).toEqual([{ label: "Expired", value }]);
  });

  it("names the payments that wait for an invoice", () => {
    const value = "$599.00. It will count toward the next invoice.";
    const facts = answerFacts(aDeskQuoteInDetail({ status: "approved", amountWaiting: "599.00" }));
    expect(facts).toEqual([{ label: "Paid already", value }]);
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
