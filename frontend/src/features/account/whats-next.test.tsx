import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WhatsNextItem } from "~/api/types";
import { readFrom } from "~/test/read-from";
import { anInvoice, aQuote, aQuoteInDetail, aWhatsNextItem } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { openMyServices, openPage, serveLists } from "./test-page";
import { waitingWords } from "./whats-next";
import { itemWords } from "./whats-next-words";

// Tuesday, November 24, 2026, 9:00 AM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-24T14:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const region = async () => within(await screen.findByRole("region", { name: "What's next" }));
const lines = async () => (await region()).getAllByRole("listitem");

/** Normalize non-breaking spaces, and remove the time zone, which is shown in other zones. */
const plain = (text: string | null) => text?.replace(/\s+/g, " ").replaceAll(" Eastern", "");

const tree = { kind: "tree", waitsForYou: false, amount: null, detail: "quality_7_8ft" } as const;
const storage = { place: "", amount: "15.00", detail: "consumer" } as const;
const ours = { waitsForYou: false, amount: null } as const;

/** The target of each kind's button. */
const links: Record<WhatsNextItem["kind"], object> = {
  quote_answer: { to: "/my-services?tab=quotes#quote-x1" },
  quote_reply: { to: "/my-services?tab=quotes#comments-x1" },
  quote_price: { to: "/my-services?tab=quotes#quote-x1" },
  quote_day: { to: "/my-services?tab=quotes#quote-x1" },
  tree: { to: "/my-services?tab=tree-orders#tree-order-x1" },
  tree_day: { to: "/my-services?tab=tree-orders#tree-order-x1" },
  visit: { href: "/api/jobs/x1/calendar.ics" },
  invoice: { to: "/checkout?invoice=x1" },
  deposit: { to: "/checkout?invoice=x1&part=first" },
  tree_payment: { to: "/follow/tree-orders/x1#pay" },
  storage_past_due: { to: "/my-services?tab=storage#storage-x1" },
  storage_unpaid: { to: "/subscribe?plan=business" },
  storage_renewal: { to: "/my-services?tab=storage#storage-x1" },
  storage_end: { to: "/my-services?tab=storage#storage-x1" },
};

it.each(Object.entries(links))("the button links to the right page: %s", (kind, link) => {
  const detail = kind.startsWith("storage") ? "business" : "premium";
  const at = "2026-11-25T14:00:00Z";
  const item = aWhatsNextItem({ kind: kind as WhatsNextItem["kind"], subjectId: "x1", detail, at });
  expect(itemWords(item).link).toEqual(link);
});

/** An item, its sentence, its button, and the day on its calendar sheet. */
const items: [Partial<WhatsNextItem>, string, string, string?][] = [
  [
    {},
    "Your price is ready: $742.00 for Premium Installation, 41 Marcy Street | Ready for your OK. Once you accept, we'll schedule the crew.",
    "Review quote",
  ],
  [
    { at: "2026-12-01T14:00:00Z" },
    "Your price is ready: $742.00 for Premium Installation, 41 Marcy Street | Ready for your OK.",
    "Review quote",
  ],
  [
    { kind: "quote_reply", ...ours, at: "2026-11-24T13:10:00Z" },
    "We replied to you about Premium Installation, 41 Marcy Street | Today, 8:10 AM",
    "Read the reply",
  ],
  [
    { kind: "quote_price", ...ours, at: "2026-11-26T01:15:00Z" },
    "We'll send your price by 8:15 PM tomorrow (Wed, Nov 25). | Premium Installation, 41 Marcy Street",
    "See the quote",
    "Wednesday, November 25, 2026",
  ],
  [
    { kind: "quote_price", ...ours, at: "2026-11-24T13:59:00Z" },
    "Your price is late. We're sorry. | Call us at (603) 555-0148. Premium Installation, 41 Marcy Street",
    "See the quote",
  ],
  [
    { kind: "quote_day", ...ours, at: "2026-11-24T22:00:00Z" },
    "We'll call to set your day by 5:00 PM today (Tue, Nov 24). | Premium Installation, 41 Marcy Street",
    "See the quote",
    "Tuesday, November 24, 2026",
  ],
  [
    { kind: "quote_day", ...ours, at: null },
    "We'll write or call you with the day of your next visit. | Premium Installation, 41 Marcy Street",
    "See the quote",
  ],
  [
    { kind: "visit", ...ours, detail: "installation", at: "2026-11-25T14:00:00Z" },
    "We install your lights tomorrow at 41 Marcy Street | Around 9:00 AM. We'll remind you the evening before.",
    "Add to calendar",
    "Wednesday, November 25, 2026",
  ],
  [
    { kind: "visit", ...ours, detail: "takedown", at: "2026-11-24T21:00:00Z" },
    "We take your lights down today at 41 Marcy Street | Around 4:00 PM.",
    "Add to calendar",
    "Tuesday, November 24, 2026",
  ],
  [
    { ...tree, day: "2026-11-28" },
    "Your tree arrives at 41 Marcy Street | Higher Quality 7-8 ft Tree",
    "See the order",
    "Saturday, November 28, 2026",
  ],
  [
    { ...tree, kind: "tree_day", at: "2026-11-25T16:00:00Z" },
    "We'll call to set your tree's day by 11:00 AM tomorrow (Wed, Nov 25). | Higher Quality 7-8 ft Tree, 41 Marcy Street",
    "See the order",
    "Wednesday, November 25, 2026",
  ],
  [
    { ...tree, kind: "tree_day", at: "2026-11-23T16:00:00Z" },
    "We're late setting your tree's day. We're sorry. | Call us at (603) 555-0148. Higher Quality 7-8 ft Tree, 41 Marcy Street",
    "See the order",
  ],
  [
    { ...tree, kind: "tree_payment", waitsForYou: true, amount: "214.50" },
    "$214.50 is due for your tree | Higher Quality 7-8 ft Tree, 41 Marcy Street",
    "Pay $214.50",
  ],
  [
    { kind: "invoice", waitsForYou: false, amount: "963.37", detail: "INV-2026-00007", day: "2026-12-09" },
    "$963.37 is due | Invoice INV-2026-00007.",
    "Pay $963.37",
    "Wednesday, December 9, 2026",
  ],
  [
    { kind: "invoice", amount: "963.37", detail: "INV-2026-00007", day: null },
    "$963.37 is due now | Invoice INV-2026-00007.",
    "Pay $963.37",
  ],
  [
    { kind: "deposit", amount: "318.75", detail: "INV-2026-00007", day: null },
    "Pay the deposit: $318.75 | Invoice INV-2026-00007.",
    "Pay $318.75",
  ],
  [
    { kind: "invoice", amount: "963.37", detail: "INV-2026-00007", day: "2026-11-20" },
    "$963.37 is overdue | Invoice INV-2026-00007. It was due on Fri, Nov 20.",
    "Pay $963.37",
  ],
  [
    {
      kind: "storage_renewal",
      waitsForYou: false,
      ...storage,
      day: "2026-12-21",
      card: { brand: "visa", last4: "4242" },
    },
    "Storage renews, $15.00 per month | Charged to your Visa ending in 4242.",
    "Manage storage",
    "Monday, December 21, 2026",
  ],
  [
    { kind: "storage_past_due", ...storage },
    "Your last storage payment didn't go through. | $15.00 is due. Update your card and we'll try again.",
    "Update card",
  ],
  [
    { kind: "storage_unpaid", ...storage },
    "You chose Consumer storage at $15 per month | Starts with your first payment.",
    "Finish payment",
  ],
  [
    { kind: "storage_end", waitsForYou: false, ...storage, day: "2026-12-21" },
    "Your storage ends | You can change your mind any time before then.",
    "Manage storage",
    "Monday, December 21, 2026",
  ],
  [
    { kind: "visit", ...ours, detail: "service", place: "Portsmouth", at: "2026-12-01T14:00:00Z" },
    "We come by for your service visit in Portsmouth | Around 9:00 AM. We'll remind you the evening before.",
    "Add to calendar",
    "Tuesday, December 1, 2026",
  ],
  [
    { ...tree, day: "2026-11-24" },
    "Your tree arrives today at 41 Marcy Street | Higher Quality 7-8 ft Tree",
    "See the order",
    "Tuesday, November 24, 2026",
  ],
  [
    { kind: "invoice", amount: "9.00", detail: "INV-2026-00008", day: "2026-11-24" },
    "$9.00 is due today | Invoice INV-2026-00008.",
    "Pay $9.00",
    "Tuesday, November 24, 2026",
  ],
  [
    { kind: "storage_renewal", waitsForYou: false, ...storage, day: "2026-12-21" },
    "Storage renews, $15.00 per month | Consumer storage",
    "Manage storage",
    "Monday, December 21, 2026",
  ],
  [
    { kind: "storage_renewal", waitsForYou: false, ...storage, amount: null, day: "2026-12-21" },
    "Storage renews, adjusted for your plan change | Consumer storage",
    "Manage storage",
    "Monday, December 21, 2026",
  ],
];

it.each<[WhatsNextItem["kind"][], string | null]>([
  [[], null],
  [["quote_answer"], "One quote is waiting for you."],
  [["deposit"], "One invoice is waiting for you."],
  [["storage_unpaid"], "One thing is waiting for you."],
  [["quote_answer", "quote_answer"], "2 quotes are waiting for you."],
  [["invoice", "deposit"], "2 invoices are waiting for you."],
  [["quote_answer", "invoice"], "2 things are waiting for you."],
])("the number of items that wait for the customer: %o", (kinds, words) => {
  const waiting = kinds.map((kind) => aWhatsNextItem({ kind, waitsForYou: true }));
  expect(waitingWords([...waiting, aWhatsNextItem({ kind: "visit", waitsForYou: false })])).toBe(words);
});

describe("a visit's second line", () => {
  const detailAt = (now: string) => {
    vi.setSystemTime(new Date(now));
    const visit = { kind: "visit", ...ours, detail: "installation", at: "2026-11-25T14:00:00Z" } as const;
    return itemWords(aWhatsNextItem(visit)).detail;
  };

  it.each([
    ["until an hour before we send the reminder", "2026-11-24T21:00:00Z", true],
    ["no longer after that", "2026-11-24T21:00:01Z", false],
  ])("promises a reminder %s", (_, now, promised) => {
    expect(detailAt(now).includes("We'll remind you the evening before.")).toBe(promised);
  });

  it.each([
    ["America/New_York", /^Around 9:00\sAM\. /],
    ["America/Los_Angeles", /^Around 9:00\sAM Eastern\. /],
  ])("names the time zone only for readers in another one: %s", (zone, words) => {
    readFrom(zone);
    expect(detailAt("2026-11-24T14:00:00Z")).toMatch(words);
  });
});

describe("what is next in My Services", () => {
  it.each([
    ["2026-11-24T16:59:00Z", "Good morning."],
    ["2026-11-24T17:00:00Z", "Good afternoon."],
    ["2026-11-24T22:59:00Z", "Good afternoon."],
    ["2026-11-24T23:00:00Z", "Good evening."],
  ])("greets by the time in New Hampshire, even without a name: %s", async (now, words) => {
    vi.setSystemTime(new Date(now));
    signIn({ ...customer, firstName: "" });
    serveLists({});
    openPage();
    expect(
      await screen.findByText(`${words} Here are your quotes, visits, addresses, invoices and storage.`),
    ).toBeVisible();
  });

  it("shows each item as a sentence with a button, and a future day on a calendar sheet", async () => {
    openMyServices({ next: items.map(([changes], n) => aWhatsNextItem({ subjectId: `x${n}`, ...changes })) });
    const all = await lines();
    for (const [n, [, text, button, sheet = ""]] of items.entries()) {
      const line = all[n] as HTMLElement;
      const paragraphs = [...line.querySelectorAll("p")].map(({ textContent }) => plain(textContent)?.trim());
      expect(paragraphs.join(" | ")).toBe(text);
      expect(line.firstElementChild?.textContent).toContain(sheet);
      expect(Boolean(line.firstElementChild?.textContent), text).toBe(sheet !== "");
      expect(within(line).getByRole("link", { name: button })).toBeVisible();
    }
  });

  it("has one amber button, for the first item that waits for the customer", async () => {
    const item = aWhatsNextItem({ kind: "invoice", subjectId: "i1", amount: "9.00", detail: "INV-1" });
    openMyServices({ quotes: [aQuote()], next: [aWhatsNextItem(), item] });
    const [first, second] = (await region()).getAllByRole("link");
    expect(first).toHaveClass("bg-primary");
    expect(second).not.toHaveClass("bg-primary");
    expect(screen.getByRole("link", { name: "Request New Quote" })).not.toHaveClass("bg-primary");
    expect(screen.getByText(/^Good morning, Eleanor\. 2 things are waiting for you\.$/)).toBeVisible();
  });

  it("links to the card in its tab", async () => {
    const next = [aWhatsNextItem({ kind: "storage_renewal", ...storage, subjectId: "s1" }), aWhatsNextItem()];
    const { person, router } = openMyServices({ quotes: [aQuote()], next }, "?tab=invoices");
    await person.click((await region()).getByRole("link", { name: "Review quote" }));
    expect(router.state.location.search).toBe("?tab=quotes");
    expect(router.state.historyAction, "the back button leaves the page").toBe("REPLACE");
    const quote = await screen.findByRole("article", { name: "Premium Installation" });
    await waitFor(() => expect(quote).toHaveFocus());
  });

  it("shows nothing extra if nothing is next", async () => {
    openMyServices({ invoices: [anInvoice()] });
    await screen.findByText("No Quote Requests Yet");
    await waitFor(() => expect(screen.queryByText("Loading what's next")).not.toBeInTheDocument());
    expect(screen.queryByRole("heading", { name: "What's next" })).not.toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: "Request New Quote" })[0]).toHaveClass("bg-primary");
  });

  it("shows that it failed to load, and can retry", async () => {
    const fail = http.get("/api/whats-next", () => new HttpResponse(null, { status: 500 }), { once: true });
    const { person } = openMyServices({ next: [aWhatsNextItem()] }, "", fail);
    expect(await screen.findByText("We couldn't load what's next for you.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await lines()).toHaveLength(1);
  });

  it("is refreshed after a quote is accepted", async () => {
    const rows = [aWhatsNextItem(), aWhatsNextItem({ subjectId: "x2" })];
    const { person } = openMyServices({ quotes: [aQuote()], next: rows });
    server.use(
      http.get("/api/quotes/:id", () => HttpResponse.json(aQuoteInDetail())),
      http.post("/api/quotes/:id/accept", () => HttpResponse.json(aQuoteInDetail({ status: "approved" }))),
    );
    await lines();
    rows[0] = aWhatsNextItem({ kind: "quote_day", ...ours, at: "2026-11-25T14:00:00Z" });
    await person.click(await screen.findByRole("button", { name: "Accept $1,284.50" }));
    await person.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: /^Accept/ }));
    expect(await (await region()).findByText("We'll call to set your day")).toBeVisible();
    expect((await region()).getByRole("link", { name: "See the quote" })).not.toHaveClass("bg-primary");
    expect(await lines()).toHaveLength(2);
  });
});
