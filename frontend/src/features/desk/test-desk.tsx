import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, vi } from "vitest";
import type { CurrentUser, DeskQuote, DeskQuoteDetails, DeskTreeOrder } from "~/api/types";
import { createQueryClient } from "~/app/query-client";
import { aPerson } from "~/test/person";
import { aQuote, aQuoteInDetail, aTreeOrder } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { Toaster } from "~/ui/toaster";
import AdminPage from "./pages/admin-page";
import BusinessPage from "./pages/business-page";
import DaySheetPage from "./pages/day-sheet-page";
import InstallationPage from "./pages/installation-page";
import StaffPage from "./pages/staff-page";
import type { QueueItem } from "./shared/types";

/** The signed-in administrator. */
export const admin: CurrentUser = {
  ...customer,
  id: "0198a000-0000-7000-8000-0000000000ad",
  email: "nora@example.com",
  firstName: "Nora",
  lastName: "Field",
  isAdmin: true,
  role: "owner",
};

const queueKinds = [
  "quote",
  "question",
  "accepted",
  "silent",
  "tree_order",
  "tree_day",
  "payment",
  "message",
];

const HOUR = 3_600_000;
/** Return the time that many hours from now, or in the past for a negative number. */
export const hours = (count: number) => new Date(Date.now() + count * HOUR).toISOString();

/** Set the clock to Wednesday, November 25, 2026, 10 AM Eastern time, so that an outline is the same at any hour. */
export const stopClock = () => vi.setSystemTime("2026-11-25T15:00:00Z");

/** A request that is waiting for a response. */
export function aDeskQuote(changes: Partial<DeskQuote> = {}): DeskQuote {
  return {
    ...aQuote({ status: "pending", quoteAmount: null }),
    answeredAt: null,
    respondBy: hours(3.5),
    tries: 0,
    letGoAt: null,
    noReplyNeededAt: null,
    unbilledSince: null,
    noInvoiceReason: "",
    openedAt: null,
    heardFrom: "",
    campaign: null,
    acceptedBy: "",
    ...changes,
  };
}

/** The same in detail: a request without a price. */
export function aDeskQuoteInDetail(changes: Partial<DeskQuoteDetails> = {}): DeskQuoteDetails {
  const quote = { ...aQuoteInDetail(), ...aDeskQuote(), lines: [], decline: null };
  return { ...quote, textsOff: false, needsTakedown: false, amountWaiting: "0.00", ...changes };
}

let lineCount = 0;

/** A line of a proposal, with an ID of its own. */
export function aLine(changes: Partial<DeskQuoteDetails["lines"][number]> = {}) {
  lineCount += 1;
  return {
    id: `0198a000-0000-7000-8000-${String(lineCount).padStart(12, "0")}`,
    text: "Wreaths",
    quantity: "5.00",
    unit: "piece" as const,
    unitPrice: "38.000",
    amount: "190.00",
    optional: false,
    choice: null,
    suggested: false,
    chosen: false,
    cost: null,
    ...changes,
  };
}

/** An order without any logged calls. */
export function aDeskOrder(changes: Partial<DeskTreeOrder> = {}): DeskTreeOrder {
  const order = aTreeOrder({ status: "pending", scheduledDeliveryDate: null });
  return {
    ...order,
    answeredAt: null,
    respondBy: hours(3.5),
    tries: 0,
    openedAt: null,
    heardFrom: "",
    campaign: null,
    refundAt: null,
    stripePaymentIntentId: "",
    recordable: changes.amountDue ?? order.amountDue,
    payments: [],
    textsOff: false,
    ...changes,
  };
}

/** An entry in the queue. */
export function aQueueItem(changes: Partial<QueueItem> = {}): QueueItem {
  return {
    kind: "quote",
    id: aQuote().id,
    quoteId: changes.kind?.startsWith("tree") ? null : (changes.id ?? aQuote().id),
    treeOrderId: changes.kind?.startsWith("tree") ? (changes.id ?? aQuote().id) : null,
    invoiceId: null,
    paymentId: null,
    messageId: null,
    customerKey: customer.id,
    customerName: "Eleanor Hayes",
    phone: "603-555-0172",
    email: customer.email,
    communicationPreference: "email",
    city: "Portsmouth",
    streetAddress: "41 Marcy Street",
    summary: "Premium Installation",
    question: null,
    otherSender: "",
    wantsNoTexts: false,
    textsOff: false,
    squareFootage: 2400,
    design: null,
    look: null,
    estimate: { low: 854, high: 1294 },
    amount: null,
    amountPaid: null,
    amountDue: null,
    hasLines: false,
    deposit: null,
    needsTakedown: false,
    stateCheck: "",
    terms: null,
    status: "pending",
    createdAt: hours(-20.5),
    respondBy: hours(3.5),
    tries: 0,
    lastTriedAt: null,
    retryAt: null,
    updatedAt: hours(-20.5),
    ...changes,
  };
}

/** Serve a list of the desk and record the query strings of the requests. Past, unmarked rows are served by `servePast`. */
export function serveList(path: string, rows: unknown[]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(path, ({ request }) => {
      const params = new URL(request.url).searchParams;
      if (params.has("pastUnmarked")) return HttpResponse.json([]);
      asked.push(params);
      return HttpResponse.json(rows);
    }),
  );
  return asked;
}

/** Serve the rows of a list whose day has passed and that no one has marked as done. Call it after `serveList`. */
export function servePast(path: string, rows: () => unknown[]) {
  server.use(
    http.get(path, ({ request }) =>
      new URL(request.url).searchParams.has("pastUnmarked") ? HttpResponse.json(rows()) : undefined,
    ),
  );
}

/** Respond to writes at a path with `respond`, and record the bodies and idempotency keys. */
export function serveWrite(
  method: "post" | "put" | "patch",
  path: string,
  respond: (body: Record<string, unknown>) => Response | Promise<Response>,
) {
  const sent: { body: Record<string, unknown>; key: string | null }[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ body, key: request.headers.get("Idempotency-Key") });
      return respond(body);
    }),
  );
  return sent;
}

/** Serve the requests that an open row makes. `quote` is the one that is fetched in detail. */
export function serveRowParts(quote = aDeskQuote()) {
  for (const part of ["calls", "history", "comments"]) serveList(`/api/:kind/:id/${part}`, []);
  serveList("/api/jobs", []); // without a day
  server.use(http.get(`/api/quotes/${quote.id}`, () => HttpResponse.json(aDeskQuoteInDetail(quote))));
}

/** Open a page of the desk at a URL without signing in. */
export function openPage(search = "", path = "/admin") {
  const router = createMemoryRouter(
    [
      { path: "/admin", element: <AdminPage /> },
      { path: "/admin/day-sheet", element: <DaySheetPage /> },
      { path: "/admin/installation", element: <InstallationPage /> },
      { path: "/admin/staff", element: <StaffPage /> },
      { path: "/admin/business", element: <BusinessPage /> },
      { path: "*", element: <h1>Front door</h1> },
    ],
    { initialEntries: [path + search] },
  );
  // Full-page navigations use the browser's own URL.
  window.history.replaceState(null, "", path + search);
  const queryClient = createQueryClient();
  const page = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { router, queryClient, person: aPerson(), ...page };
}

/** Serve the numbers of rows in the queue. */
export function serveCounts({ all, late }: { all: number; late: number }) {
  const kinds = Object.fromEntries(queueKinds.map((kind) => [kind, 0]));
  server.use(
    http.get("/api/desk/queue/counts", () =>
      HttpResponse.json({ all, late, kinds, unbilled: 0, drafts: 0, unscheduled: 0 }),
    ),
  );
}

/** Open the desk as an administrator. */
export function openDesk(search = "", path?: string) {
  signIn(admin);
  serveList("/api/desk/queue", []);
  serveCounts({ all: 0, late: 0 });
  server.use(
    http.get("/api/desk/promise", () =>
      HttpResponse.json({
        season: "2026",
        answered: 50,
        onTime: 46,
        late: 4,
        open: 3,
        overdue: 1,
        percent: 92,
        triedInTime: 3,
      }),
    ),
  );
  return openPage(search, path);
}

/** Return the facts on the screen: each label with its value. */
export const factsShown = () =>
  Object.fromEntries(
    [...document.querySelectorAll("dt")].map((label) => [
      label.textContent,
      label.nextElementSibling?.textContent,
    ]),
  );

/** Wait until nothing on the screen is loading. */
export const loaded = () => waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());

/** The regions that screen readers skip, such as the bars of a chart: for outlines of what is only seen. */
export const unread = (root: Element = document.body) => [
  ...root.querySelectorAll("ul[aria-hidden], div[aria-hidden]"),
];

/** Close the open dialog with Escape. */
export async function escapeDialog(person: UserEvent) {
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
}

/** Return the table row that contains a text. */
export async function row(text: string) {
  const cell = await screen.findByText(text);
  return within(cell.closest("tr") as HTMLElement);
}
