import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Invoice, QuoteDetails, QuoteProgress } from "~/api/types";
import { quoteQuery } from "~/features/quotes";
import { factsOf } from "~/test/facts";
import { aLook, anInvoice, aProgress, aYes } from "~/test/rows";
import { customer, server } from "~/test/server";
import { aFollowedQuote, cards, openQuote } from "./test-page";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
const NOW = new Date("2026-11-19T01:15:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Normalize non-breaking spaces, and remove the time zone, which is shown in other zones. */
const plain = (text: string | null) => text?.replace(/\s/g, " ").replace(/ Eastern/g, "");
const state = async () => await screen.findByRole("heading", { level: 1 });

const install = {
  id: "j1",
  kind: "installation",
  scheduledDate: "2026-12-01T14:00:00Z",
  status: "scheduled",
} as const;
const planned = aProgress({ step: "scheduled", next: "visit", visit: install });

const priced = { status: "reviewed" } as const;
const requested = { status: "pending", quoteAmount: null } as const;
const scheduled = { status: "service_scheduled" } as const;
const takedown = { ...install, id: "j2", kind: "takedown", scheduledDate: "2027-01-05T15:00:00Z" } as const;
const ASKED = "What you asked for";

/** The quote and its progress, the heading and lead, and the cards above the thread. */
const states: [Partial<QuoteDetails>, Partial<QuoteProgress>, string, string, string[]][] = [
  [
    requested,
    { step: "requested", next: "price", by: "2026-11-20T01:15:00Z" },
    "We're working on your price",
    "We'll send your price by 8:15 PM tomorrow (Thu, Nov 19).",
    [ASKED, "What happens next"],
  ],
  [
    requested,
    { step: "requested", next: "price", by: "2026-11-19T01:00:00Z" },
    "We're working on your price",
    "Your price is late. We're sorry. Call us at (603) 555-0148.",
    [ASKED, "What happens next"],
  ],
  [
    priced,
    { step: "priced", next: "answer" },
    "Your price is ready: $1,284.50",
    "Your turn: accept or ask. Ready for your OK. Once you accept, we'll schedule the crew.",
    ["Accept this quote", ASKED],
  ],
  [
    { status: "approved" },
    { step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" },
    "You accepted $1,284.50",
    "We'll call to set your day by 10:02 AM on Sat, Nov 21.",
    [ASKED],
  ],
  [
    { status: "approved", quoteAmount: "1400.00", acceptance: aYes("1284.50") },
    { step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" },
    "You accepted $1,284.50",
    "We'll call to set your day by 10:02 AM on Sat, Nov 21.",
    [ASKED, "What you accepted"],
  ],
  [
    { status: "approved", quoteAmount: null },
    { step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" },
    "Your quote is accepted",
    "We'll call to set your day by 10:02 AM on Sat, Nov 21.",
    [ASKED],
  ],
  [
    { ...scheduled, jobs: [install] },
    planned,
    "We'll be there Tuesday, December 1",
    "The crew arrives around 9:00 AM. We'll remind you the evening before.",
    ["Your installation day", "Before we come", ASKED],
  ],
  [
    scheduled,
    { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-20T01:30:00Z" } },
    "We'll be there Thursday, November 19",
    "The crew arrives around 8:30 PM.",
    [ASKED],
  ],
  [
    scheduled,
    { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-20T15:30:00Z" } },
    "We'll be there Friday, November 20",
    "The crew arrives around 10:30 AM. We'll remind you the evening before.",
    [ASKED],
  ],
  [
    { ...scheduled, jobs: [{ ...install, scheduledDate: "2026-11-19T02:30:00Z" }] },
    { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-19T02:30:00Z" } },
    "We'll be there today",
    "The crew arrives around 9:30 PM.",
    ["Your installation day", "Before we come", ASKED],
  ],
  [
    { ...scheduled, jobs: [takedown] },
    { ...planned, visit: { kind: "takedown", scheduledDate: "2027-01-05T15:00:00Z" } },
    "We take your lights down Tuesday, January 5",
    "The crew arrives around 10:00 AM. We'll remind you the evening before.",
    ["Your takedown day", ASKED],
  ],
  [
    { ...scheduled, jobs: [{ ...install, scheduledDate: "2026-11-17T14:00:00Z" }] },
    { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-17T14:00:00Z" } },
    "Installation was planned for Tuesday, November 17",
    "Still waiting for us? Call us at (603) 555-0148.",
    [ASKED],
  ],
  [
    scheduled,
    { step: "scheduled", next: "takedown_day", by: "2027-01-06T15:00:00Z" },
    "Enjoy your lights, Eleanor",
    "Your lights are up. We'll set the day we take them down by Wed, Jan 6.",
    [ASKED],
  ],
  [
    scheduled,
    { step: "scheduled", next: "day", by: null },
    "Your next visit needs a day",
    "We'll write or call you with the day of your next visit.",
    [ASKED],
  ],
  [scheduled, { step: "scheduled", next: null }, "Your lights are taken care of", "", [ASKED]],
  [
    { status: "complete" },
    { step: "done", next: null },
    "All done for this season",
    "All done. Thanks for letting us light your place.",
    [ASKED],
  ],
];

describe("the page behind a quote's link", () => {
  it.each(states)(
    "shows the state, who acts next and by when: %o %o",
    async (changes, progress, title, lead, shown) => {
      openQuote(aFollowedQuote({ ...changes, progress: aProgress(progress) }));
      const heading = await state();
      expect(heading).toHaveTextContent(title);
      expect(plain(heading.nextElementSibling?.textContent ?? null)).toBe(lead);
      expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
      expect(cards()).toEqual([...shown, "Questions or changes", "Keep it in an account"]);
    },
  );

  it("shows a declined quote as closed, without steps", async () => {
    openQuote(aFollowedQuote({ status: "rejected", progress: null }));
    expect(await state()).toHaveTextContent("This quote is closed");
    expect(screen.queryByRole("list", { name: "Progress" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  });

  it("shows the five steps, the request and the look", async () => {
    const progress = aProgress({ step: "requested", next: "price", by: "2026-11-20T01:15:00Z" });
    const house = { squareFootage: 2400, storeys: 2, frontWidthFeet: 60 };
    const wishes = { comments: "Mind the gate.", textUpdates: true, communicationPreference: "sms" } as const;
    openQuote(aFollowedQuote({ ...requested, ...house, ...wishes, progress, look: aLook() }));
    const steps = within(await screen.findByRole("list", { name: "Progress" }));
    expect(steps.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Requested",
      "Priced",
      "Accepted",
      "Scheduled",
      "Done",
    ]);
    expect(screen.getByRole("img", { name: aLook().description })).toBeVisible();
    const asked = screen.getByRole("heading", { name: ASKED }).parentElement as HTMLElement;
    expect(factsOf(asked)).toEqual({
      Package: "Premium Installation",
      "Add-ons": "Wreaths & Garland",
      House: "2,400 sq ft, 2 stories, about 60 ft wide",
      Address: "41 Marcy Street, Portsmouth",
      "Preferred start": "Tue, Nov 24",
      Name: "Eleanor Hayes",
      Phone: "603-555-0172",
      Email: "eleanor@example.com",
      "Best way to reach you": "Text",
      "Text updates": "Yes",
      "Your note": "Mind the gate.",
      Reference: "a41f09c2",
    });
    expect((await state()).previousElementSibling).toHaveTextContent(
      "Quote a41f09c2 for Eleanor Hayes, 41 Marcy Street, Portsmouth",
    );
    expect(screen.getByText("$850 to $1,290")).toBeVisible();
    expect(screen.getByRole("heading", { name: "What happens next" })).toBeVisible();
  });

  it("shows the accepted price with the request, without empty fields", async () => {
    const unsaid = {
      streetAddress: "",
      squareFootage: null,
      storeys: 1,
      preferredStartDate: null,
      addOns: [],
    };
    const progress = aProgress({ step: "accepted", next: "day" });
    const noted = { quoteAmount: "1400.00", acceptance: aYes("1284.50") }; // after the yes
    openQuote(aFollowedQuote({ status: "approved", ...unsaid, ...noted, progress }));
    await state();
    const asked = screen.getByRole("heading", { name: ASKED }).parentElement as HTMLElement;
    expect(factsOf(asked)).toEqual({
      Price: "$1,284.50",
      Package: "Premium Installation",
      "Add-ons": "None",
      House: "1 story",
      City: "Portsmouth",
      Name: "Eleanor Hayes",
      Phone: "603-555-0172",
      Email: "eleanor@example.com",
      "Best way to reach you": "Email",
      Reference: "a41f09c2",
    });
  });

  it("shows the day of each upcoming visit, and asks for another day in the thread", async () => {
    const canceled = {
      id: "j3",
      kind: "service",
      scheduledDate: "2026-12-10T15:00:00Z",
      status: "cancelled",
    } as const;
    const { person } = openQuote(
      aFollowedQuote({
        status: "service_scheduled",
        progress: planned,
        jobs: [takedown, canceled, { ...install, status: "in_progress" }],
      }),
    );
    const days = await screen.findAllByText(/^(Tues|Thurs)day, (December|January)/, { selector: "p" });
    expect(days.map(({ textContent }) => plain(textContent))).toEqual([
      "Tuesday, December 1, 9:00 AM",
      "Tuesday, January 5, 10:00 AM",
    ]);
    // Only the owner's account can download the calendar file.
    expect(screen.queryByRole("link", { name: /^Add to calendar/ })).not.toBeInTheDocument();
    expect(screen.getAllByText(/^The email about this day has a file/)).toHaveLength(2);
    expect(screen.getAllByText("Premium Installation, 41 Marcy Street, Portsmouth")).toHaveLength(2);
    await person.click(
      screen.getByRole("button", { name: "Ask for another day for the takedown on Tue, Jan 5" }),
    );
    await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
    expect(screen.getByRole("textbox")).toHaveValue("About the takedown on Tue, Jan 5: ");
    await person.keyboard("Monday?");
    await person.click(screen.getByRole("button", { name: /for the installation/ }));
    expect(screen.getByRole("textbox"), "what was typed stays").toHaveValue(
      "About the takedown on Tue, Jan 5: Monday?",
    );
  });

  it("shows each invoice's state and links to its payment", async () => {
    const rows: [Partial<Invoice>, string][] = [
      [{}, "INV-0$875.00Due Saturday, December 5Pay $875.00Open PDF of INV-0"],
      [{ status: "overdue" }, "INV-1$875.00Past due Saturday, December 5Pay $875.00Open PDF of INV-1"],
      [{ dueDate: null }, "INV-2$875.00Due on receiptPay $875.00Open PDF of INV-2"],
      [{ status: "paid" }, "INV-3PaidOpen PDF of INV-3"],
      [{ status: "cancelled", awaitsYes: true }, ""],
      [{ status: "cancelled" }, "INV-5CanceledOpen PDF of INV-5"],
      [
        {
          fromAcceptance: true,
          dueDate: null,
          firstAmount: "218.75",
          amountPaid: "218.75",
          amountDue: "656.25",
          dueNow: "0.00",
        },
        "INV-6$656.25You paid $218.75. Due 14 days after we install; we'll email you then.Pay all of it now $656.25Open PDF of INV-6",
      ],
      [
        { fromAcceptance: true, dueDate: null, dueNow: "0.00" },
        "INV-7$875.00Due 14 days after we install; we'll email you then.Pay all of it now $875.00Open PDF of INV-7",
      ],
      [
        { amountPaid: "874.51", amountDue: "0.49", dueNow: "0.49" },
        "INV-8$0.49Due Saturday, December 5Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.Open PDF of INV-8",
      ],
      [
        { status: "paid", amountPaid: "875.00", amountDisputed: "600.00" },
        "INV-9$600.00 disputed$600.00 is disputed with your bank.Open PDF of INV-9",
      ],
      [
        { status: "paid", amountPaid: "875.00", amountDisputed: "600.00", amountLost: "600.00" },
        "INV-10$600.00 returned by bankYour bank has returned $600.00 to you.Open PDF of INV-10",
      ],
    ];
    const invoices = rows.map(([changes], n) =>
      anInvoice({ id: `i${n}`, invoiceNumber: `INV-${n}`, ...changes }),
    );
    openQuote(aFollowedQuote({ ...scheduled, progress: planned, invoices }));
    const headings = await screen.findAllByRole("heading", { name: "Your invoice" });
    expect(headings.map(({ parentElement }) => plain(parentElement?.textContent ?? null))).toEqual(
      rows.flatMap(([, words]) => words && `Your invoice${words}`).filter(Boolean),
    );
    const hrefs = screen.getAllByRole("link", { name: /^Pay/ }).map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual([0, 1, 2, 6, 7].map((n) => `/checkout?invoice=i${n}`));
    const pdf = screen.getByRole("link", { name: "Open PDF of INV-3" });
    expect(pdf).toHaveAttribute("href", "/api/invoices/i3/pdf");
  });

  it("is marked as opened once, when it is visible", async () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { calls } = openQuote();
    await state();
    expect(calls).toEqual([]);
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(calls).toEqual(["opened"]));
  });

  it("is marked as opened for each quote that is opened in the same tab", async () => {
    const { calls, queryClient, router } = openQuote();
    await waitFor(() => expect(calls).toEqual(["opened"]));
    const other = aFollowedQuote({ id: "q2" });
    const opened = vi.fn(() => new HttpResponse(null, { status: 204 }));
    server.use(
      http.get("/api/quotes/q2", () => HttpResponse.json(other)),
      http.get("/api/quotes/q2/comments", () => HttpResponse.json([])),
      http.post("/api/quotes/q2/opened", opened),
    );
    queryClient.setQueryData(quoteQuery("q2").queryKey, other);
    await act(() => router.navigate("/follow/quotes/q2"));
    await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  });

  it("offers an account last, with the customer's email filled in", async () => {
    openQuote();
    await state();
    expect(screen.getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      "/accounts/signup/?email=eleanor%40example.com&next=%2Fmy-services",
    );
  });

  it("doesn't offer an account to someone who has one", async () => {
    openQuote(aFollowedQuote(), { user: customer });
    await state();
    expect(screen.queryByText("Create an account")).not.toBeInTheDocument();
  });

  it("links to the calendar file and My Services for the owner", async () => {
    const quote = aFollowedQuote({
      userId: customer.id,
      status: "service_scheduled",
      progress: planned,
      jobs: [install],
    });
    const { calls } = openQuote(quote, { user: customer });
    expect(await screen.findByRole("link", { name: /^Add to calendar: / })).toHaveAttribute(
      "href",
      "/api/jobs/j1/calendar.ics",
    );
    expect(screen.getByRole("link", { name: "Go to My Services" })).toBeVisible();
    expect(screen.queryByText("Create an account")).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it("is read-only for staff", async () => {
    const deposit = { fromAcceptance: true, dueDate: null, firstAmount: "218.75", dueNow: "218.75" };
    const quote = aFollowedQuote({ invoices: [anInvoice(deposit)] });
    const { calls } = openQuote(quote, { user: { ...customer, id: "staff", isAdmin: true } });
    expect(await screen.findByText(/This is the customer's page/)).toBeVisible();
    expect(cards()).toEqual([ASKED, "Your invoice"]);
    expect(screen.getByText("$218.75 of it now, the rest 14 days after we install")).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Pay/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it("shows an error when it can't be loaded, and can try again", async () => {
    const { id } = aFollowedQuote();
    const { person } = openQuote();
    server.use(http.get(`/api/quotes/${id}`, () => new HttpResponse(null, { status: 500 }), { once: true }));
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load your quote");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Your price is ready: $1,284.50")).toBeVisible();
  });
});
