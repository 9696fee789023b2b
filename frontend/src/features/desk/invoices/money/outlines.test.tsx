import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Aging, DeskDispute, DeskMoney, MoneyMonth } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server, signIn } from "~/test/server";
import { admin, loaded, serveWrite, unread } from "../../test-desk";
import { Disputes } from "./disputes";
import { DueTable } from "./due-table";
import { ExportCard } from "./export-card";
import { Money } from "./money";
import { Months } from "./months";
import { Payouts } from "./payouts";
import { aDispute, anAge, anEntry, aPayout, aQuietMonth } from "./test-rows";

beforeEach(() => {
  vi.setSystemTime("2026-11-20T15:00:00Z");
  signIn(admin);
});

const quiet = { ...aQuietMonth, month: "2026-10" };
const busy: MoneyMonth = {
  month: "2026-11",
  card: { amount: "31276.75", count: 61 },
  check: { amount: "5120.00", count: 9 },
  cash: { amount: "640.00", count: 1 },
  otherMethods: { amount: "75.00", count: 2 },
  refunds: { amount: "-718.00", count: 3 },
  reversals: { amount: "-20.00", count: 4 },
  disputes: { amount: "-742.00", count: 5 },
  fees: { amount: "-936.19", count: 0 },
  adjustments: { amount: "-1.50", count: 0 },
  received: "37111.75",
  net: "34694.06",
};
const plain: MoneyMonth = {
  ...quiet,
  month: "2026-11",
  card: { amount: "100.00", count: 1 },
  received: "100.00",
  net: "100.00",
};
const money: DeskMoney = {
  today: "2026-11-20",
  months: [quiet, busy],
  recount: { checkedAt: "2026-11-20T11:10:00Z", matches: true, differences: [] },
};
const aging: Aging = {
  ...{
    invoices: 1203,
    deposits: "250.00",
    rest: "2418.00",
    trees: 2,
    treeSum: "140.00",
    together: "2808.00",
    unbilled: 1300,
    drafts: 2400,
  },
  ages: [
    anAge("later", { invoices: 1200, rest: "750.00", together: "750.00" }),
    anAge("this_week", { invoices: 1, deposits: "250.00", together: "250.00" }),
    anAge("overdue_1_10", { invoices: 3, rest: "1668.00", trees: 1, treeSum: "100.00", together: "1768.00" }),
    anAge("overdue_11_30", { trees: 1, treeSum: "40.00", together: "40.00" }),
    anAge("overdue_over_30"),
  ],
};
const payout = aPayout({ id: "po1", stripeId: "po_1", entries: 1200 });
const entry = anEntry({
  id: "e1",
  stripeId: "txn_1",
  customer: "Eleanor Hayes",
  customerKey: "u1",
  invoiceId: "i1",
});
const dispute = aDispute({
  id: "p1",
  amount: "742.00",
  deadline: "2026-11-24T20:00:00Z",
  stripePaymentIntentId: "pi_1",
});
const proofs = [
  {
    kind: "acceptance",
    text: "Accepted by Omar Haddad",
    quoteId: "quote-0000000q",
    jobId: null,
    treeOrderId: null,
  },
  {
    kind: "visit",
    text: "Installation on Fri, Nov 6",
    quoteId: "quote-0000000q",
    jobId: "j1",
    treeOrderId: null,
  },
  { kind: "visit", text: "Takedown on Fri, Jan 8", quoteId: null, jobId: "j2", treeOrderId: null },
  { kind: "delivery", text: "Delivered on Dec 5", quoteId: null, jobId: null, treeOrderId: "tree-0000000t" },
  { kind: "conversation", text: "Three calls", quoteId: null, jobId: null, treeOrderId: null },
] as DeskDispute["proofs"];

const answer = (path: string, body: object) => server.use(http.get(path, () => HttpResponse.json(body)));

async function shown(view: React.ReactElement) {
  const page = renderAt("/admin?tab=invoices&view=money", view);
  await loaded();
  return page;
}
const card = (name: string) => outline(screen.getByRole("group", { name }));

it("the whole view, for an owner and for the office", async () => {
  answer("/api/desk/money", money);
  answer("/api/desk/money/due", aging);
  answer("/api/desk/disputes", { open: [], won: 2, lost: 1 });
  answer("/api/desk/payouts", []);
  answer("/api/desk/money/export-summary", { lines: 83, net: "34694.06" });
  const { unmount } = await shown(<Money />);
  await screen.findByRole("group", { name: "Export for your accountant" });
  await screen.findByText(/^No payouts yet/);
  await screen.findByText(/The sum equals the net above/);
  expect(outline()).toMatchSnapshot();
  unmount();
  signIn({ ...admin, role: "office" });
  await shown(<Money />);
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-labelledby"))).toHaveLength(4);
});

it.each<[string, DeskMoney["recount"]]>([
  ["never", null],
  ["yesterday", { checkedAt: "2026-11-19T11:10:00Z", matches: true, differences: [] }],
  [
    "with differences",
    {
      checkedAt: "2026-11-20T11:10:00Z",
      matches: false,
      differences: [
        { what: "month", name: "2026-10", stripeId: "", stripe: "100.00", ours: "90.00" },
        { what: "payout", name: "2026-11-17", stripeId: "po_1", stripe: "50.00", ours: "50.00" },
        { what: "payment", name: "Omar Haddad", stripeId: "pi_1", stripe: "-10.00", ours: "0.00" },
      ],
    } as DeskMoney["recount"],
  ],
])("the comparison with Stripe: %s", async (_, recount) => {
  answer("/api/desk/money", { ...money, recount });
  for (const path of ["money/due", "disputes", "payouts", "money/export-summary"])
    server.use(http.get(`/api/desk/${path}`, () => new HttpResponse(null, { status: 500 })));
  await shown(<Money />);
  await screen.findByRole("group", { name: "Money in, by month" });
  expect(outline(screen.getByRole("banner"))).toMatchSnapshot("head");
  const differences = screen.queryByRole("group", { name: "What differs from Stripe" });
  expect(differences && outline(differences)).toMatchSnapshot("differences");
  for (const title of [
    "We couldn't load the amounts due",
    "We couldn't load the disputes",
    "We couldn't load the payouts",
  ])
    expect(await screen.findByText(title)).toBeVisible();
  expect(await screen.findByText(/^We couldn't count the lines/)).toBeVisible();
});

it("the months: as bars and as a table, with and without what is rare", async () => {
  answer("/api/desk/money", money);
  const { person, unmount } = await shown(<Months />);
  expect(card("Money in, by month")).toMatchSnapshot("bars, for screen readers");
  expect(unread().map((part) => outline(part))).toMatchSnapshot("bars, as seen");
  expect(
    [...document.querySelectorAll("[style*=height]")].map((bar) => (bar as HTMLElement).style.height),
  ).toMatchSnapshot("heights");
  expect(card("November so far")).toMatchSnapshot("sum");
  await person.click(screen.getByRole("button", { name: "Show as a table" }));
  expect(card("Money in, by month")).toMatchSnapshot("table");
  expect(screen.getByRole("button", { name: "Show as a table" })).toHaveAttribute("aria-pressed", "true");
  expect(document.querySelector("[style*=height]")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Show as a table" }));
  expect(document.querySelector("[style*=height]")).not.toBeNull();
  unmount();
  answer("/api/desk/money", { ...money, months: [quiet, plain] });
  const second = await shown(<Months />);
  expect(card("Money in, by month")).toMatchSnapshot("plain");
  expect(card("November so far")).toMatchSnapshot("plain sum");
  second.unmount();
  answer("/api/desk/money", { ...money, months: [quiet] });
  await shown(<Months />);
  expect(outline()).toMatchSnapshot("empty");
});

it("the amounts due: by age, without trees, without any", async () => {
  answer("/api/desk/money/due", aging);
  const { unmount } = await shown(<DueTable />);
  expect(outline()).toMatchSnapshot();
  unmount();
  const invoices = { ...aging, invoices: 1, trees: 0, ages: [anAge("overdue_over_30", { invoices: 1 })] };
  answer("/api/desk/money/due", invoices);
  const second = await shown(<DueTable />);
  expect(outline()).toMatchSnapshot("one invoice");
  second.unmount();
  answer("/api/desk/money/due", { ...aging, invoices: 0, trees: 1, ages: [anAge("later", { trees: 1 })] });
  const third = await shown(<DueTable />);
  expect(card("Due and overdue")).toMatchSnapshot("one tree");
  third.unmount();
  answer("/api/desk/money/due", { ...aging, invoices: 0, trees: 0 });
  await shown(<DueTable />);
  expect(card("Due and overdue")).toMatchSnapshot("none");
});

it("the disputes: each state, for an owner and for the office", async () => {
  const open = [
    { ...dispute, proofs },
    { ...dispute, id: "p2", customer: "", invoiceId: null, deadline: "2026-11-20T20:00:00Z", refused: true },
    { ...dispute, id: "p3", customer: "Cal", deadline: "2026-11-21T20:00:00Z" },
    { ...dispute, id: "p4", customer: "Dee", deadline: "2026-11-20T14:59:59Z" },
    { ...dispute, id: "p5", customer: "Eve", isSending: true, action: "accept" },
    { ...dispute, id: "p6", customer: "Fay", isSending: true, action: "answer" },
    { ...dispute, id: "p7", customer: "Guy", deadline: null },
  ];
  answer("/api/desk/disputes", { open, won: 2, lost: 1 });
  const { unmount } = await shown(<Disputes />);
  await screen.findAllByRole("button", { name: "Accept dispute" });
  expect(outline()).toMatchSnapshot("owner");
  unmount();
  signIn({ ...admin, role: "office" });
  answer("/api/desk/disputes", { open: [dispute], won: 0, lost: 0 });
  await shown(<Disputes />);
  await screen.findByText("Only owners accept a dispute.");
  expect(card("Disputes")).toMatchSnapshot("office");
});

it("the dialogs of a dispute", async () => {
  let asked = 0;
  server.use(
    http.get("/api/desk/disputes", () => {
      asked += 1;
      return HttpResponse.json({ open: [dispute, { ...dispute, id: "p2", customer: "" }], won: 0, lost: 0 });
    }),
  );
  const { person } = await shown(<Disputes />);
  const of = (name: RegExp) => within(screen.getByRole("region", { name }));
  await person.click(await of(/Omar/).findByRole("button", { name: "Accept dispute" }));
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot("accept");
  await person.click(screen.getByRole("button", { name: "Keep it open" }));
  await person.click(of(/unknown/).getByRole("button", { name: "Accept dispute" }));
  expect(await screen.findByText(/^\$742\.00 stays with the customer/)).toBeVisible();
  await person.keyboard("{Escape}");
  const { held, release } = hold();
  const names = [
    "customer_name",
    "customer_email_address",
    "billing_address",
    "product_description",
    "service_date",
  ];
  const more = ["refund_policy_disclosure", "uncategorized_text", "something_new"];
  const evidence = [...names, ...more].map((name) => ({ name, text: `Text of ${name}` }));
  server.use(
    http.get("/api/payments/p1/dispute-answer", () => held.then(() => HttpResponse.json({ evidence }))),
  );
  await person.click(of(/Omar/).getByRole("button", { name: "Answer dispute" }));
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot("answer, loading");
  release();
  await within(dialog).findByRole("region", { name: "What we send" });
  expect(outline(dialog)).toMatchSnapshot("answer");
  const sent = serveWrite("post", "/api/payments/p1/dispute-answer", () =>
    HttpResponse.json({ message: "Stripe says no." }, { status: 400 }),
  );
  await person.type(screen.getByLabelText("Your statement (optional)"), "We came.");
  await person.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await screen.findByText("Couldn't answer the dispute")).toBeVisible();
  // The bank may have decided in the meantime.
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  expect(outline(dialog)).toMatchSnapshot("answer refused");
  // A statement that wasn't sent is kept for its own dispute.
  await person.click(within(dialog).getByRole("button", { name: "Cancel" }));
  answer("/api/payments/p2/dispute-answer", { evidence: [] });
  await person.click(of(/unknown/).getByRole("button", { name: "Answer dispute" }));
  expect(await screen.findByLabelText("Your statement (optional)")).toHaveValue("");
});

it("the payouts: each state, and their entries", async () => {
  const payouts = [
    payout,
    { ...payout, id: "po2", status: "in_transit", createdAt: "2026-11-18T14:00:00Z", complete: false },
    {
      ...payout,
      id: "po3",
      status: "pending",
      createdAt: "2026-11-19T14:00:00Z",
      automatic: false,
      complete: false,
    },
    {
      ...{ ...payout, id: "po4", status: "failed", createdAt: "2026-11-20T14:00:00Z", amount: "-12.50" },
      failureMessage: "The account was closed.",
    },
    { ...payout, id: "po5", status: "canceled", createdAt: "2026-11-16T14:00:00Z", entries: 1 },
  ];
  const entries = [
    entry,
    { ...entry, id: "e2", customerKey: null, invoiceId: null, fee: "0.00", amount: "-40.00", net: "-40.00" },
    { ...entry, id: "e3", customer: "", document: "Stripe fee" },
    { ...entry, id: "e4", unknown: true, stripeId: "txn_4" },
  ];
  const { held, release } = hold();
  const list = hold();
  server.use(http.get("/api/desk/payouts", () => list.held.then(() => HttpResponse.json(payouts))));
  let fails = true;
  server.use(
    http.get("/api/desk/payouts/po1/entries", () =>
      held.then(() => (fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(entries))),
    ),
    http.get("/api/desk/payouts/:id/entries", () => HttpResponse.json([])),
  );
  const { person } = renderAt("/admin?tab=invoices&view=money", <Payouts />);
  expect(card("Payouts")).toMatchSnapshot("list, loading");
  list.release();
  await loaded();
  expect(outline()).toMatchSnapshot();
  const rowUnder = (name: RegExp) =>
    outline(screen.getByRole("button", { name }).closest("tr")?.nextElementSibling as HTMLElement);
  await person.click(screen.getByRole("button", { name: /Nov 17/ }));
  expect(rowUnder(/Nov 17/)).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load what is in this payout.");
  expect(rowUnder(/Nov 17/)).toMatchSnapshot("failed");
  fails = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("table", { name: "What is in the payout of Tue, Nov 17" });
  expect(rowUnder(/Nov 17/)).toMatchSnapshot("loaded");
  const toggle = screen.getByRole("button", { name: /Nov 17/ });
  expect(document.getElementById(toggle.getAttribute("aria-controls") ?? "")).toContainElement(
    screen.getByRole("table", { name: /^What is in/ }),
  );
  await person.click(toggle);
  expect(toggle).not.toHaveAttribute("aria-controls");
  for (const day of [/Nov 18/, /Nov 19/, /Nov 20/, /Nov 16/]) {
    await person.click(screen.getByRole("button", { name: day }));
    await loaded();
    expect(rowUnder(day)).toMatchSnapshot(String(day));
  }
});

it("the accountant's file", async () => {
  answer("/api/desk/money", money);
  answer("/api/desk/money/export-summary", { lines: 1, net: "12.50" });
  await shown(<ExportCard />);
  await screen.findByText(/^1 line\./);
  expect(outline()).toMatchSnapshot();
});

it("the view while its parts load", () => {
  for (const path of ["money", "money/due", "disputes", "payouts", "money/export-summary"])
    server.use(http.get(`/api/desk/${path}`, () => new Promise<never>(() => {})));
  renderAt("/admin?tab=invoices&view=money", <Money />);
  expect(outline()).toMatchSnapshot();
});
