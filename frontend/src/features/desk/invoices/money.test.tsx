import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Aging, DeskDispute, DeskMoney, MoneyMonth, Payout, PayoutEntry } from "~/api/types";
import { addDays, easternToday } from "~/lib/eastern";
import { formatCount, formatDay } from "~/lib/format";
import { pickDay } from "~/test/pick-day";
import { renderAt } from "~/test/render";
import { anInvoice } from "~/test/rows";
import { server, signIn } from "~/test/server";
import { admin, escapeDialog, serveList, serveWrite } from "../test-desk";
import InvoicesTab from "./invoices-tab";
import { ageNames, deadlineWords, payoutWords } from "./money/money-words";

const none = { amount: "0.00", count: 0 };

function aMonth(changes: Partial<MoneyMonth> = {}): MoneyMonth {
  return {
    month: "2026-10",
    card: none,
    check: none,
    cash: none,
    otherMethods: none,
    refunds: none,
    reversals: none,
    disputes: none,
    fees: none,
    adjustments: none,
    received: "0.00",
    net: "0.00",
    ...changes,
  };
}

const november = aMonth({
  month: "2026-11",
  card: { amount: "31276.75", count: 61 },
  check: { amount: "5120.00", count: 9 },
  cash: { amount: "640.00", count: 1 },
  refunds: { amount: "-718.00", count: 3 },
  fees: { amount: "-936.19", count: 0 },
  received: "37036.75",
  net: "35382.56",
});
const money: DeskMoney = {
  today: easternToday(),
  months: [aMonth(), november],
  recount: { checkedAt: new Date().toISOString(), matches: true, differences: [] },
};
const aging: Aging = {
  invoices: 3,
  deposits: "250.00",
  rest: "2418.00",
  trees: 1,
  treeSum: "140.00",
  together: "2808.00",
  unbilled: 0,
  drafts: 0,
  ages: [
    {
      age: "later",
      invoices: 1,
      deposits: "0.00",
      rest: "750.00",
      trees: 0,
      treeSum: "0.00",
      together: "750.00",
    },
    {
      age: "this_week",
      invoices: 1,
      deposits: "250.00",
      rest: "0.00",
      trees: 0,
      treeSum: "0.00",
      together: "250.00",
    },
    {
      age: "overdue_1_10",
      invoices: 2,
      deposits: "0.00",
      rest: "1668.00",
      trees: 1,
      treeSum: "140.00",
      together: "1808.00",
    },
    {
      age: "overdue_11_30",
      invoices: 0,
      deposits: "0.00",
      rest: "0.00",
      trees: 0,
      treeSum: "0.00",
      together: "0.00",
    },
    {
      age: "overdue_over_30",
      invoices: 0,
      deposits: "0.00",
      rest: "0.00",
      trees: 0,
      treeSum: "0.00",
      together: "0.00",
    },
  ],
};
const payout: Payout = {
  id: "po1",
  stripeId: "po_1",
  amount: "2244.28",
  status: "paid",
  createdAt: "2026-11-17T14:00:00Z",
  arrivesOn: "2026-11-19",
  failureMessage: "",
  automatic: true,
  complete: true,
  entries: 2,
};
const entry: PayoutEntry = {
  id: "e1",
  stripeId: "txn_1",
  kind: "charge",
  occurredAt: "2026-11-16T14:00:00Z",
  customer: "Eleanor Hayes",
  customerKey: "u1",
  document: "Deposit for invoice INV-2026-00058",
  invoiceId: "i1",
  treeOrderId: null,
  unknown: false,
  amount: "321.13",
  fee: "9.61",
  net: "311.52",
};
const dispute: DeskDispute = {
  id: "p1",
  amount: "742.00",
  customer: "Omar Haddad",
  customerKey: "u2",
  document: "Invoice INV-2026-00031",
  invoiceId: "i2",
  treeOrderId: null,
  reason: "Service not received",
  deadline: new Date(Date.now() + 4 * 86_400_000).toISOString(),
  action: "",
  isSending: false,
  refused: false,
  stripePaymentIntentId: "pi_1",
  proofs: [
    { kind: "acceptance", text: "Accepted by Omar Haddad", quoteId: "q1", jobId: null, treeOrderId: null },
    { kind: "visit", text: "Installation on Fri, Nov 6", quoteId: "q1", jobId: "j1", treeOrderId: null },
  ],
};

interface Parts {
  money?: DeskMoney;
  aging?: Aging;
  disputes?: DeskDispute[];
  payouts?: Payout[];
  entries?: PayoutEntry[];
}

function serve(parts: Parts = {}) {
  const disputes = { open: parts.disputes ?? [dispute], won: 1, lost: 1 };
  server.use(
    http.get("/api/desk/money", () => HttpResponse.json(parts.money ?? money)),
    http.get("/api/desk/money/due", () => HttpResponse.json(parts.aging ?? aging)),
    http.get("/api/desk/money/export-summary", () => HttpResponse.json({ lines: 83, net: "35382.56" })),
    http.get("/api/desk/disputes", () => HttpResponse.json(disputes)),
    http.get("/api/desk/payouts", () => HttpResponse.json(parts.payouts ?? [payout])),
    http.get("/api/desk/payouts/po1/entries", () => HttpResponse.json(parts.entries ?? [entry])),
  );
}

const open = () => renderAt("/admin?tab=invoices&view=money", <InvoicesTab />);
const card = (name: string) => screen.findByRole("group", { name });
const texts = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));

beforeEach(() => {
  signIn(admin);
  serve();
});

describe("the payments by month", () => {
  it("add up to the net of the current month", async () => {
    const reversals = { amount: "-50.00", count: 1 };
    serve({ money: { ...money, months: [aMonth(), { ...november, reversals }] } });
    open();
    const sum = await card("November so far");
    const rows = [...sum.querySelectorAll("dl > div")].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ["Card, 61 payments", "$31,276.75"],
      ["Checks, 9", "$5,120.00"],
      ["Cash, 1", "$640.00"],
      ["Refunds, 3", "−$718.00"],
      ["Reversed payments, 1", "−$50.00"],
      ["Stripe fees", "−$936.19"],
      ["Net", "$35,382.56"],
    ]);
    expect(sum).toHaveTextContent(`Through ${formatDay(easternToday())}`);
  });

  it("have rows and columns for rare entries only if there are any", async () => {
    const rare = {
      disputes: { amount: "-742.00", count: 1 },
      otherMethods: { amount: "20.00", count: 2 },
      adjustments: { amount: "1.00", count: 0 },
    };
    serve({ money: { ...money, months: [{ ...november, ...rare, month: "2026-10" }, november] } });
    const { person } = open();
    await person.click(await screen.findByRole("button", { name: "Show as a table" }));
    const table = await screen.findByRole("region", { name: "Money in, by month, as a table" });
    const [heads, first] = texts(table);
    expect(heads?.slice(3)).toEqual([
      "Cash",
      "Other",
      "Refunds",
      "Disputes",
      "Adjustments",
      "Stripe fees",
      "Net",
    ]);
    expect(first?.slice(3, 8)).toEqual(["$640.00", "$20.00", "−$718.00", "−$742.00", "$1.00"]);
    // The current month has none of these.
    expect(screen.getByText("Refunds, 3")).toBeVisible();
    expect(
      screen.queryByText(/^(Disputes|Reversed payments|Stripe adjustments|Other)\b/, { selector: "dt" }),
    ).toBeNull();
  });

  it("are drawn to scale, each method with its amount", async () => {
    const bars = (card: string, check: string, cash: string) => ({
      card: { amount: card, count: 1 },
      check: { amount: check, count: 1 },
      cash: { amount: cash, count: 1 },
    });
    const months = [
      { ...aMonth(), ...bars("30.00", "20.00", "-5.00"), received: "45.00" },
      { ...november, ...bars("60.00", "30.00", "10.00"), received: "100.00" },
    ];
    serve({ money: { ...money, months } });
    open();
    const chart = (await screen.findByText("$45")).closest("ul") as HTMLElement;
    const heights = [...chart.children].map((month) =>
      [...month.querySelectorAll<HTMLElement>("[style]")].map(({ style }) => Number.parseFloat(style.height)),
    );
    // From the top, in percent: cash, check, card. The tallest bar leaves room for its amount.
    const scaled = (...shares: number[]) => shares.map((share) => expect.closeTo(share * 0.84));
    expect(heights).toEqual([scaled(0, 20, 30), scaled(10, 30, 60)]);
  });

  it("can be shown as a table", async () => {
    const { person } = open();
    const toggle = await screen.findByRole("button", { name: "Show as a table" });
    expect(toggle).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByText("$37,037")).toBeVisible();
    await person.click(toggle);
    expect(toggle).toHaveAttribute("aria-pressed", "true");
    expect(screen.queryByText("$37,037")).not.toBeInTheDocument();
    expect(screen.queryByText(/^No payments yet/)).not.toBeInTheDocument();
    const table = await screen.findByRole("region", { name: "Money in, by month, as a table" });
    expect(texts(table)).toEqual([
      ["Month", "Card", "Check", "Cash", "Refunds", "Stripe fees", "Net"],
      ["Oct 2026", "$0.00", "$0.00", "$0.00", "$0.00", "$0.00", "$0.00"],
      ["Nov 2026", "$31,276.75", "$5,120.00", "$640.00", "−$718.00", "−$936.19", "$35,382.56"],
    ]);
  });

  it("say what will appear before there are any", async () => {
    serve({ money: { ...money, months: [aMonth()] } });
    open();
    expect(await screen.findByText(/^No payments yet/)).toBeVisible();
  });
});

describe("the comparison with Stripe", () => {
  it("says that everything matches, and when it was checked", async () => {
    open();
    expect(await screen.findByText(/^Matches Stripe to the cent\. Checked today, /)).toBeVisible();
  });

  it("says what differs", async () => {
    const differences = [
      { what: "month" as const, name: "2026-11", stripeId: "", stripe: "10.00", ours: "9.00" },
      { what: "payout" as const, name: "2026-11-17", stripeId: "po_1", stripe: "5.00", ours: "5.00" },
      { what: "payment" as const, name: "Eleanor Hayes", stripeId: "pi_1", stripe: "8.00", ours: "0.00" },
    ];
    const recount = { checkedAt: new Date().toISOString(), matches: false, differences };
    serve({ money: { ...money, recount } });
    open();
    expect(await screen.findByRole("link", { name: "3 differences from Stripe" })).toBeVisible();
    const list = await card("What differs from Stripe");
    expect(list).toHaveTextContent("Nov 2026: Stripe has $10.00, we have $9.00.");
    expect(list).toHaveTextContent("Stripe has $5.00, we have $5.00 in other entries.");
    expect(within(list).getByRole("link", { name: /^Payout for Tue, Nov 17/ })).toHaveAttribute(
      "href",
      "https://dashboard.stripe.com/payouts/po_1",
    );
    expect(within(list).getByRole("link", { name: /^Eleanor Hayes/ })).toHaveAttribute(
      "href",
      "https://dashboard.stripe.com/payments/pi_1",
    );
  });

  it("says that nothing was compared yet", async () => {
    serve({ money: { ...money, recount: null } });
    open();
    expect(await screen.findByText("Not compared with Stripe yet.")).toBeVisible();
  });
});

describe("what is due", () => {
  it("is shown by age, with links to the invoices of each", async () => {
    const asked = serveList("/api/invoices", [anInvoice()]);
    const { person } = open();
    const due = await card("Due and overdue");
    expect(within(due).getByText("3 open invoices, 1 unpaid tree")).toBeVisible();
    const [, later, week, late] = texts(within(due).getByRole("table"));
    expect(later).toEqual(["Due later", "1", "–", "$750.00", "–", "$750.00"]);
    expect(week).toEqual(["Due this week", "1", "$250.00", "–", "–", "$250.00"]);
    expect(late).toEqual(["1 to 10 days overdue", "2", "–", "$1,668.00", "$140.00", "$1,808.00"]);
    const all = within(due).getByRole("row", { name: /^All open/ });
    expect([...all.children].slice(1).map((cell) => cell.textContent)).toEqual([
      "3",
      "$250.00",
      "$2,418.00",
      "$140.00",
      "$2,808.00",
    ]);
    expect(within(due).getByText(/is in two lines/)).toBeInTheDocument();
    expect(within(due).getByRole("link", { name: "View 1 unpaid tree" })).toHaveAttribute(
      "href",
      "/admin?tab=trees&view=unpaid",
    );
    await person.click(within(due).getByRole("link", { name: "1 to 10 days overdue" }));
    await waitFor(() => expect(asked.at(-1)?.get("due")).toBe("overdue_1_10"));
    expect(screen.getByRole("combobox", { name: "Due" })).toHaveValue("overdue_1_10");
  });

  it.each([
    ["overdue_1_10", 1, 0, true],
    ["overdue_11_30", 0, 1, true], // a tree alone
    ["overdue_over_30", 0, 0, false],
    ["this_week", 1, 1, false],
  ] as const)(
    "is marked if it is overdue: %s, %s invoices, %s trees",
    async (age, invoices, trees, isMarked) => {
      const sums = { deposits: "0.00", rest: "0.00", treeSum: "0.00", together: "0.00" };
      serve({ aging: { ...aging, ages: [{ age, invoices, trees, ...sums }] } });
      open();
      const due = await card("Due and overdue");
      const link = within(due).getByRole("link", { name: ageNames[age] });
      expect(link.querySelector("svg") !== null).toBe(isMarked);
    },
  );

  it("leaves trees out if none are unpaid", async () => {
    const [later] = aging.ages;
    serve({ aging: { ...aging, invoices: 1, trees: 0, ages: later ? [later] : [] } });
    open();
    const due = await card("Due and overdue");
    expect(within(due).getByText("1 open invoice")).toBeVisible();
    expect(within(due).queryByRole("link", { name: /unpaid tree/ })).not.toBeInTheDocument();
    expect(within(due).queryByText(/is in two lines/)).not.toBeInTheDocument();
  });

  it("can be nothing", async () => {
    serve({ aging: { ...aging, invoices: 0, trees: 0 } });
    open();
    expect(await screen.findByText(/^Nothing is due/)).toBeVisible();
  });
});

describe("payouts", () => {
  it("expand to their entries", async () => {
    const unknown = { ...entry, id: "e2", stripeId: "txn_2", unknown: true, customer: "", invoiceId: null };
    serve({
      entries: [
        entry,
        { ...unknown, document: "Made elsewhere", customerKey: null },
        { ...entry, id: "e3", customerKey: null, invoiceId: null, fee: "0.00", document: "Refund" },
        { ...entry, id: "e4", customer: "", customerKey: null, document: "Fee" },
      ],
    });
    const { person } = open();
    const toggle = await screen.findByRole("button", { name: "Tue, Nov 17" });
    await person.click(toggle);
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    const table = await screen.findByRole("table", { name: "What is in the payout of Tue, Nov 17" });
    expect(within(table).getByRole("link", { name: "Eleanor Hayes" })).toHaveAttribute(
      "href",
      "/admin?tab=customers&person=u1",
    );
    const [, known, other, guest, nobody] = texts(table);
    expect(known).toEqual([
      "Mon, Nov 16",
      "Eleanor HayesDeposit for invoice INV-2026-00058",
      "Deposit for invoice INV-2026-00058",
      "$321.13",
      "−$9.61",
      "$311.52",
    ]);
    expect(other?.[1]).toContain("Unknown payment txn_2");
    expect(guest?.slice(1, 5)).toEqual(["Eleanor HayesRefund", "Refund", "$321.13", "–"]);
    expect(nobody?.[1]).toBe("–Fee");
    const invoices = within(table).getAllByRole("link", { name: /^(Deposit for|Fee)/ });
    expect(invoices.map((link) => link.getAttribute("href"))).toEqual([
      "/admin?tab=invoices&q=i1&open=i1",
      "/admin?tab=invoices&q=i1&open=i1",
    ]);
    expect(within(table).getAllByRole("link")).toHaveLength(3);
    expect(screen.queryByText(/^This payout was made by hand|^Stripe hasn't listed/)).not.toBeInTheDocument();
    await person.click(toggle);
    expect(table).not.toBeInTheDocument();
  });

  it("say why they have no entries yet, or failed", async () => {
    serve({
      payouts: [
        { ...payout, automatic: false, complete: false, status: "failed", failureMessage: "Account closed" },
        { ...payout, id: "po2", createdAt: "2026-11-18T14:00:00Z", complete: false, entries: 1061 },
      ],
      entries: [],
    });
    server.use(http.get("/api/desk/payouts/po2/entries", () => new HttpResponse(null, { status: 500 })));
    const { person } = open();
    const first = await screen.findByRole("row", { name: /^Tue, Nov 17/ });
    expect([...first.children].map((cell) => cell.textContent)).toEqual([
      "Tue, Nov 17",
      "Failed",
      "–",
      "$2,244.28",
    ]);
    expect(screen.getByRole("cell", { name: "1,061" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Tue, Nov 17" }));
    expect(await screen.findByText("Account closed")).toBeVisible();
    expect(screen.getByText(/^This payout was made by hand/)).toBeVisible();
    expect(screen.queryByText(/^Stripe hasn't listed everything/)).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Wed, Nov 18" }));
    expect(await screen.findByText("We couldn't load what is in this payout.")).toBeVisible();
    expect(screen.getByText(/^Stripe hasn't listed everything/)).toBeVisible();
    expect(screen.queryByRole("table", { name: /^What is in the payout/ })).not.toBeInTheDocument();
  });

  it("say what will appear before the first one", async () => {
    serve({ payouts: [] });
    open();
    expect(await screen.findByText(/^No payouts yet\./)).toBeVisible();
  });

  it.each([
    ["pending", "Scheduled for Mon, Nov 23"],
    ["in_transit", "On its way, Mon, Nov 23"],
    ["paid", "In the bank"],
    ["failed", "Failed"],
    ["canceled", "Canceled"],
  ] as const)("that are %s are said as %s", (status, words) => {
    expect(payoutWords({ status, arrivesOn: "2026-11-23" })).toBe(words);
  });

  it("that fail to load can be loaded again", async () => {
    server.use(http.get("/api/desk/payouts", () => HttpResponse.json({ message: "No" }, { status: 500 })));
    const { person } = open();
    await screen.findByText("We couldn't load the payouts");
    serve();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Tue, Nov 17" })).toBeVisible();
  });
});

it("office staff see neither payouts nor the accountant's file, and can't accept disputes", async () => {
  signIn({ ...admin, role: "office" });
  open();
  expect(await screen.findByText("Only owners accept a dispute.")).toBeVisible();
  expect(screen.queryByRole("group", { name: "Payouts" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Download CSV" })).not.toBeInTheDocument();
});

describe("a dispute", () => {
  it("shows its deadline and our evidence", async () => {
    open();
    const disputes = await card("Disputes");
    expect(within(disputes).getByText("1 open · this season 1 won, 1 lost")).toBeVisible();
    expect(within(disputes).getByText(/^Answer by .+ That's in 4 days\.$/)).toBeVisible();
    expect(disputes).toHaveTextContent("Omar Haddad, $742.00, Invoice INV-2026-00031");
    expect(disputes).toHaveTextContent("The bank says: “Service not received.”");
    const visit = within(disputes).getByRole("link", { name: "View: Installation on Fri, Nov 6" });
    expect(visit).toHaveAttribute("href", "/admin?tab=jobs&q=q1&open=j1");
    expect(within(disputes).getByRole("link", { name: "View: Accepted by Omar Haddad" })).toHaveAttribute(
      "href",
      "/admin?tab=quotes&q=q1&open=q1",
    );
    expect(within(disputes).getByRole("link", { name: dispute.document })).toHaveAttribute(
      "href",
      "/admin?tab=invoices&q=i2&open=i2",
    );
    expect(within(disputes).getByRole("link", { name: /^Open in Stripe/ })).toHaveAttribute(
      "href",
      "https://dashboard.stripe.com/payments/pi_1",
    );
    expect(
      within(disputes).queryByText(/^Stripe didn't take|^We have no acceptance/),
    ).not.toBeInTheDocument();
  });

  it("can be of an unknown customer or without evidence, and says that Stripe rejected our last response", async () => {
    const proof = { kind: "delivery", text: "Delivered", quoteId: null, jobId: null } as const;
    const unknown = { ...dispute, customer: "", invoiceId: null, document: "Order 7be2d310", refused: true };
    const proofs = [
      { ...proof, treeOrderId: "t1" },
      { ...proof, kind: "conversation" as const, text: "Wrote to us", treeOrderId: null },
    ];
    serve({
      disputes: [
        { ...unknown, proofs },
        { ...dispute, id: "p2", proofs: [] },
      ],
    });
    open();
    const first = within(
      await screen.findByRole("region", { name: "Dispute of an unknown customer, $742.00" }),
    );
    expect(first.getByText("Unknown customer, $742.00")).toBeVisible();
    expect(first.getByText(/^Stripe didn't take our last response/)).toBeVisible();
    expect(first.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/admin?tab=trees&view=all&q=t1&open=t1",
      "https://dashboard.stripe.com/payments/pi_1",
    ]);
    const second = within(screen.getByRole("region", { name: "Dispute of Omar Haddad, $742.00" }));
    expect(second.getByText(/^We have no acceptance/)).toBeVisible();
    expect(first.queryByText(/^We have no acceptance/)).not.toBeInTheDocument();
  });

  it.each([
    ["2026-11-24T15:00:00Z", "Answer by Tue, Nov 24, 10:00 AM. That's today."],
    ["2026-11-25T04:30:00Z", "Answer by Tue, Nov 24, 11:30 PM. That's today."],
    ["2026-11-25T15:00:00Z", "Answer by Wed, Nov 25, 10:00 AM. That's tomorrow."],
    ["2026-11-26T15:00:00Z", "Answer by Thu, Nov 26, 10:00 AM. That's in 2 days."],
    ["2026-11-24T13:59:59Z", "The bank's deadline has passed."],
  ])("with the deadline %s says: %s", (deadline, words) => {
    vi.useFakeTimers({ now: new Date("2026-11-24T14:00:00Z"), toFake: ["Date"] });
    expect(deadlineWords(deadline)).toBe(words);
  });

  it("is answered once, with a statement and the evidence that was shown", async () => {
    server.use(
      http.get("/api/payments/p1/dispute-answer", () =>
        HttpResponse.json({ evidence: [{ name: "service_date", text: "November 6, 2026" }] }),
      ),
    );
    const sent = serveWrite("post", "/api/payments/p1/dispute-answer", () =>
      HttpResponse.json({ bankDeadline: null }),
    );
    serve({ disputes: [dispute, { ...dispute, id: "p2" }] });
    server.use(http.get("/api/payments/p2/dispute-answer", () => HttpResponse.json({ evidence: [] })));
    const { person } = open();
    const [first, other] = await screen.findAllByRole("button", { name: "Answer dispute" });
    await person.click(first as HTMLElement);
    await screen.findByRole("dialog", { name: "Answer this dispute?" });
    await person.type(screen.getByRole("textbox"), "We ");
    await escapeDialog(person);
    // An unfinished statement is kept for its own dispute.
    await person.click(other as HTMLElement);
    expect(await screen.findByRole("textbox")).toHaveValue("");
    await escapeDialog(person);
    await person.click(first as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "Answer this dispute?" });
    expect(await within(dialog).findByText("November 6, 2026")).toBeVisible();
    expect(within(dialog).getByText("Service date")).toBeVisible();
    await person.type(within(dialog).getByRole("textbox"), "came on Friday.");
    await person.click(within(dialog).getByRole("button", { name: "Send answer" }));
    expect(await screen.findByText("Sent to the bank. You'll get an email when it decides.")).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({ statement: "We came on Friday." });
    expect(sent[0]?.key).toBeTruthy();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it.each([
    ["Answer dispute", "Answer this dispute?", "Cancel"],
    ["Accept dispute", "Accept this dispute?", "Keep it open"],
  ])("%s: nothing is sent after “%s” was left with %s", async (opener, title, cancel) => {
    server.use(http.get("/api/payments/p1/dispute-answer", () => HttpResponse.json({ evidence: [] })));
    const { person } = open();
    await person.click(await screen.findByRole("button", { name: opener }));
    const dialog = await screen.findByRole("dialog", { name: title });
    await person.click(within(dialog).getByRole("button", { name: cancel }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it("is accepted after a confirmation", async () => {
    let accepted = 0;
    server.use(
      http.post("/api/payments/p1/dispute-accept", () => {
        accepted += 1;
        return HttpResponse.json({ bankDeadline: dispute.deadline });
      }),
    );
    const { person } = open();
    await person.click(await screen.findByRole("button", { name: "Accept dispute" }));
    await screen.findByRole("dialog", { name: "Accept this dispute?" });
    await escapeDialog(person);
    await person.click(screen.getByRole("button", { name: "Accept dispute" }));
    const dialog = await screen.findByRole("dialog", { name: "Accept this dispute?" });
    expect(dialog).toHaveTextContent("$742.00 stays with Omar Haddad");
    expect(accepted).toBe(0);
    await person.click(within(dialog).getByRole("button", { name: "Accept dispute" }));
    expect(await screen.findByText(/We'll send it as soon as we can\.$/)).toBeVisible();
    expect(accepted).toBe(1);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it.each([
    ["the bank is deciding", { deadline: null }, "The bank has our answer and is deciding."],
    ["is being answered", { isSending: true }, /^Your answer is saved\./],
    ["is being accepted", { isSending: true, action: "accept" as const }, /^Your decision is saved\./],
  ])("that %s can't be answered", async (_, state, words) => {
    serve({ disputes: [{ ...dispute, action: "answer", ...state }] });
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Answer|Accept) dispute$/ })).not.toBeInTheDocument();
  });
});

describe("the accountant's file", () => {
  it("has the month so far by default, and adds up to its net", async () => {
    open();
    expect(await screen.findByText("83 lines. The sum equals the net above.")).toBeVisible();
    const today = easternToday();
    expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
      "href",
      `/api/desk/money/export.csv?from=${today.slice(0, 8)}01&to=${today}`,
    );
  });

  it("shows its own sum if it is different", async () => {
    server.use(
      http.get("/api/desk/money/export-summary", () => HttpResponse.json({ lines: 1, net: "-5.00" })),
    );
    open();
    expect(await screen.findByText("1 line. The sum is −$5.00.")).toBeVisible();
  });

  it("shows its own sum if it ends before today", async () => {
    serve({ money: { ...money, today: addDays(easternToday(), 1) } });
    open();
    expect(await screen.findByText("83 lines. The sum is $35,382.56.")).toBeVisible();
  });

  /** Serve the file's summary, and return the queries that asked for it. */
  function serveSummaries() {
    const asked: string[] = [];
    server.use(
      http.get("/api/desk/money/export-summary", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ lines: 83, net: "35382.56" });
      }),
    );
    return asked;
  }

  it("can have other days, but no last day before the first", async () => {
    const asked = serveSummaries();
    const { person } = open();
    await screen.findByText("83 lines. The sum equals the net above.");
    const last = addDays(`${easternToday().slice(0, 8)}01`, -1);
    await pickDay(person, screen.getByLabelText("From"), last);
    expect(await screen.findByText("83 lines. The sum is $35,382.56.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
      "href",
      expect.stringContaining(`?from=${last}&to=`),
    );
    expect(asked.at(-1)).toBe(`?from=${last}&to=${easternToday()}`);
    await pickDay(person, screen.getByLabelText("To"), addDays(last, -1));
    expect(screen.getByText("Pick a day that is not before the first one")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Download CSV" })).not.toBeInTheDocument();
    expect(screen.queryByText(/^83 lines/)).not.toBeInTheDocument();
  });

  it("has a single day on the first of a month", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-01T17:00:00Z"), toFake: ["Date"] });
    open();
    expect(await screen.findByRole("link", { name: "Download CSV" })).toHaveAttribute(
      "href",
      "/api/desk/money/export.csv?from=2026-11-01&to=2026-11-01",
    );
  });

  it("can be downloaded even if its lines could not be counted", async () => {
    const fail = http.get("/api/desk/money/export-summary", () => new HttpResponse(null, { status: 500 }));
    server.use(fail);
    const { queryClient } = open();
    const failed = "We couldn't count the lines. You can download the file anyway.";
    expect(await screen.findByText(failed)).toBeVisible();
    expect(screen.getByRole("link", { name: "Download CSV" })).toBeVisible();
    serveSummaries();
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText(/^83 lines/)).toBeVisible();
    server.use(fail); // an old number would be wrong now
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText(failed)).toBeVisible();
  });
});

it("has its own URL, and is refetched whenever it is opened", async () => {
  serveList("/api/invoices", [anInvoice({ dueDate: addDays(easternToday(), 3) })]);
  const asked: string[] = [];
  server.use(http.get("/api/desk/*", ({ request }) => void asked.push(new URL(request.url).pathname)));
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  const views = await screen.findByRole("navigation", { name: "Invoices and money" });
  expect(within(views).getByRole("link", { current: "page" })).toHaveTextContent("Invoices");
  await person.click(within(views).getByRole("link", { name: "Money" }));
  expect(await screen.findByRole("heading", { name: "Money", level: 2 })).toBeVisible();
  expect(screen.getByRole("link", { current: "page" })).toHaveTextContent("Money");
  await screen.findByText(/^83 lines/);
  await person.click(screen.getByRole("link", { name: "Invoices" }));
  asked.length = 0;
  await person.click(await screen.findByRole("link", { name: "Money" }));
  for (const part of ["money", "money/due", "money/export-summary", "disputes", "payouts"])
    await waitFor(() => expect(asked).toContain(`/api/desk/${part}`));
});

it.each([
  [0, "0 payments"],
  [1, "1 payment"],
  [2, "2 payments"],
  [1061, "1,061 payments"],
])("%i payments are shown as %s", (count, words) => {
  expect(formatCount(count, "payment")).toBe(words);
});
