import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aLook, anInvoice, aProgress } from "~/test/rows";
import { customer, server } from "~/test/server";
import { aFollowedQuote, cards, openQuote } from "./test-page";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
const NOW = new Date("2026-11-19T01:15:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Spaces within times don't break, and this computer may be in another time zone. */
const plain = (text: string | null) => text?.replace(/\s/g, " ").replace(/ Eastern/g, "");
const state = async () => await screen.findByRole("heading", { level: 1 });

const install = {
  id: "j1",
  kind: "installation",
  scheduledDate: "2026-12-01T14:00:00Z",
  status: "scheduled",
} as const;
const planned = aProgress({ step: "scheduled", next: "visit", visit: install });

describe("the page behind a quote's link", () => {
  it.each([
    [
      { step: "requested", next: "price", by: "2026-11-20T01:15:00Z" },
      "We're working on your price",
      "We'll send your price by 8:15 PM tomorrow (Thu, Nov 19).",
    ],
    [
      { step: "requested", next: "price", by: "2026-11-19T01:00:00Z" },
      "We're working on your price",
      "Your price is late. We're sorry. Call us at (603) 555-0148.",
    ],
    [
      { step: "priced", next: "answer" },
      "Your price is ready: $1,284.50",
      "Your turn: accept or ask. Ready for your OK. Once you accept, we'll schedule the crew.",
    ],
    [
      { step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" },
      "You accepted $1,284.50",
      "We'll call to set your day by 10:02 AM on Sat, Nov 21.",
    ],
    [
      planned,
      "We'll be there Tuesday, December 1",
      "The crew arrives around 9:00 AM. We'll remind you the evening before.",
    ],
    [
      { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-19T02:30:00Z" } },
      "We'll be there today",
      "The crew arrives around 9:30 PM.",
    ],
    [
      { ...planned, visit: { kind: "takedown", scheduledDate: "2027-01-05T15:00:00Z" } },
      "We take your lights down Tuesday, January 5",
      "The crew arrives around 10:00 AM. We'll remind you the evening before.",
    ],
    [
      { ...planned, visit: { kind: "installation", scheduledDate: "2026-11-17T14:00:00Z" } },
      "Installation was planned for Tuesday, November 17",
      "Still waiting for us? Call us at (603) 555-0148.",
    ],
    [
      { step: "done", next: null },
      "All done for this season",
      "All done. Thanks for letting us light your place.",
    ],
  ] as const)("says the state in words, who acts next and by when: %o", async (changes, title, lead) => {
    openQuote(aFollowedQuote({ progress: aProgress(changes) }));
    const heading = await state();
    expect(heading).toHaveTextContent(title);
    expect(plain(heading.nextElementSibling?.textContent ?? null)).toBe(lead);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  });

  it("says that a declined quote is closed, without steps", async () => {
    openQuote(aFollowedQuote({ status: "rejected", progress: null }));
    expect(await state()).toHaveTextContent("This quote is closed");
    expect(screen.queryByRole("list", { name: "Progress" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  });

  it("shows the five steps, what was asked for and the look", async () => {
    const requested = aProgress({ step: "requested", next: "price", by: "2026-11-20T01:15:00Z" });
    openQuote(aFollowedQuote({ status: "pending", quoteAmount: null, progress: requested, look: aLook() }));
    const steps = within(await screen.findByRole("list", { name: "Progress" }));
    expect(steps.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Requested",
      "Priced",
      "Accepted",
      "Scheduled",
      "Done",
    ]);
    expect(screen.getByRole("img", { name: aLook().description })).toBeVisible();
    expect(screen.getByText("41 Marcy Street, Portsmouth", { selector: "dd" })).toBeVisible();
    expect(screen.getByText("$850 to $1,290")).toBeVisible();
    expect(screen.getByRole("heading", { name: "What happens next" })).toBeVisible();
  });

  it("shows the day of each visit to come, and asks for another day in the thread", async () => {
    const takedown = {
      id: "j2",
      kind: "takedown",
      scheduledDate: "2027-01-05T15:00:00Z",
      status: "scheduled",
    } as const;
    const canceled = {
      id: "j3",
      kind: "service",
      scheduledDate: "2026-12-10T15:00:00Z",
      status: "cancelled",
    } as const;
    const { person } = openQuote(
      aFollowedQuote({ status: "service_scheduled", progress: planned, jobs: [takedown, canceled, install] }),
    );
    const days = await screen.findAllByText(/^(Tues|Thurs)day, (December|January)/, { selector: "p" });
    expect(days.map(({ textContent }) => plain(textContent))).toEqual([
      "Tuesday, December 1, 9:00 AM",
      "Tuesday, January 5, 10:00 AM",
    ]);
    // Only the account may fetch the calendar file.
    expect(screen.queryByRole("link", { name: "Add to calendar" })).not.toBeInTheDocument();
    await person.click(screen.getAllByRole("button", { name: "Ask for another day" })[0] as HTMLElement);
    await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
  });

  it("leads to the payment of its invoice", async () => {
    const due = anInvoice();
    const paid = anInvoice({ id: "i2", invoiceNumber: "INV-2026-00003", status: "paid" });
    openQuote(
      aFollowedQuote({
        status: "service_scheduled",
        progress: planned,
        invoices: [due, paid],
      }),
    );
    expect(await screen.findByText("Due Saturday, December 5")).toBeVisible();
    expect(screen.getByRole("link", { name: "Pay $875.00" })).toHaveAttribute("href", "/checkout?invoice=i1");
    expect(screen.getAllByRole("link", { name: /^Pay/ })).toHaveLength(1);
    expect(screen.getAllByRole("link", { name: "Open PDF" })).toHaveLength(2);
  });

  it("tells the server once that a person sees it, when it is visible", async () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { calls } = openQuote();
    await state();
    expect(calls).toEqual([]);
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(calls).toEqual(["opened"]));
  });

  it("offers an account last, with the customer's email filled in", async () => {
    openQuote();
    await state();
    expect(screen.getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      "/accounts/signup/?email=eleanor%40example.com&next=%2Fmy-services",
    );
  });

  it("is the owner's page, too, with the calendar file and My Services", async () => {
    const quote = aFollowedQuote({
      userId: customer.id,
      status: "service_scheduled",
      progress: planned,
      jobs: [install],
    });
    const { calls } = openQuote(quote, { user: customer });
    expect(await screen.findByRole("link", { name: "Add to calendar" })).toHaveAttribute(
      "href",
      "/api/jobs/j1/calendar.ics",
    );
    expect(screen.getByRole("link", { name: "Go to My Services" })).toBeVisible();
    expect(screen.queryByText("Create an account")).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it("lets staff look, but not answer or write for the customer", async () => {
    const { calls } = openQuote(aFollowedQuote(), { user: { ...customer, id: "staff", isAdmin: true } });
    expect(await screen.findByText(/This is the customer's page/)).toBeVisible();
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
