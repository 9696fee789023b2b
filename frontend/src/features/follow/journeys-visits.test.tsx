import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { aComment, aLine, anInvoice, aProgress, aYes } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { aFollowedQuote, openFollow } from "./test-page";

maskTimeZone();

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-19T01:15:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => (person: UserEvent) => person.click(button(name));

const id = "0198a000-0000-7000-8000-00003f8e61b2";
const openQuote = () => openFollow(`quotes/${id}`);

const visit = (end: string, kind: "installation" | "service" | "takedown", scheduledDate: string | null) => ({
  id: end,
  kind,
  scheduledDate,
  status: "scheduled" as const,
});
const scheduled = aFollowedQuote({
  id,
  status: "service_scheduled",
  quoteAmount: "1480.00",
  city: "Rye",
  streetAddress: "5 Salt Road",
  progress: aProgress({
    step: "scheduled",
    next: "visit",
    visit: { kind: "installation", scheduledDate: "2026-11-20T16:45:00Z" },
  }),
  acceptance: { ...aYes("1395.00"), acceptedBy: "Jo Lund", acceptedAt: "2026-11-09T20:40:00Z" },
  jobs: [
    visit("j9", "takedown", "2027-01-09T15:00:00Z"),
    visit("j2", "installation", "2026-11-20T16:45:00Z"),
    visit("j7", "service", "2026-12-15T18:30:00Z"),
    visit("j4", "service", "2026-11-12T18:30:00Z"),
    visit("j1", "service", null),
  ],
  invoices: [
    anInvoice({
      id: "i9",
      invoiceNumber: "INV-2026-00051",
      status: "paid",
      amount: "90.00",
      amountPaid: "90.00",
      amountDue: "0.00",
      dueNow: "0.00",
    }),
    anInvoice({
      id: "i2",
      invoiceNumber: "INV-2026-00052",
      status: "overdue",
      amountDue: "210.10",
      dueNow: "210.10",
      dueDate: "2026-11-15",
    }),
    anInvoice({
      id: "i5",
      invoiceNumber: "INV-2026-00050",
      amountDue: "0.30",
      dueNow: "0.30",
      dueDate: null,
    }),
  ],
});

journey("a guest asks for another day, and goes to pay an invoice", async ({ open, serve, step }) => {
  serve({
    "GET /api/quotes/:id": scheduled,
    "GET /api/quotes/:id/comments": [],
    "POST /api/quotes/:id/opened": null,
  });
  await open(openQuote);
  await step("Ask for another day", press(/^Ask for another day for the takedown/));
  await step("Ask for another day of another visit", press(/^Ask for another day for the service visit/));
  const asked = aComment({
    id: "c6",
    isStaffComment: false,
    content: "About the service visit on Tue, Dec 15: Monday?",
    createdAt: "2026-11-19T01:15:00Z",
  });
  serve({
    "POST /api/quotes/:id/comments": refusal(503, "We can't save that right now."),
    "GET /api/quotes/:id": {
      ...scheduled,
      progress: { ...scheduled.progress, replyBy: "2026-11-20T01:15:00Z" },
    },
  });
  await step("Send the question, which fails", async (person) => {
    await person.keyboard("Monday?");
    await person.click(button("Send comment"));
  });
  serve({ "POST /api/quotes/:id/comments": asked, "GET /api/quotes/:id/comments": [asked] });
  await step("Send it again", press("Send comment"));
  await step("Pay the overdue invoice", (person) =>
    person.click(screen.getByRole("link", { name: "Pay $210.10" })),
  );
});

const proposal = aFollowedQuote({
  id,
  userId: customer.id,
  quoteAmount: "404.50",
  city: "Exeter",
  streetAddress: "16 Court Street",
  lines: [
    aLine({ id: "l3", text: "Porch", amount: "404.50" }),
    aLine({ id: "l1", text: "Star", amount: "48.00", optional: true }),
  ],
});

journey("staff look at a customer's quotes", async ({ open, serve, step }) => {
  signIn({ ...customer, id: "staff", isAdmin: true, role: "office" });
  serve({ "GET /api/quotes/:id": proposal });
  const page = await open(openQuote);
  serve({ "GET /api/quotes/:id": { ...scheduled, id: "q2" } });
  await step("Look at another one", () => page.router.navigate("/follow/quotes/q2"));
  serve({
    "GET /api/quotes/:id": { ...proposal, id: "q5", lines: [], expired: true, validUntil: "2026-11-10" },
  });
  await step("Look at an expired one", () => page.router.navigate("/follow/quotes/q5"));
  await step("Go to the desk", (person) =>
    person.click(screen.getByRole("link", { name: "Go to the desk" })),
  );
});
