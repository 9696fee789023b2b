import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { outline } from "~/test/outline";
import { server } from "~/test/server";
import { aDeskOrder, aDeskQuoteInDetail, serveList, stopClock } from "../test-desk";
import type { QueueDialogName } from "./queue-context";
import QueueDialogs from "./queue-dialogs";
import { aLiveRow, renderPart } from "./test-queue";

beforeEach(() => {
  stopClock();
  serveList("/api/jobs", []); // without a day
});

const orderId = "0198a000-0000-7000-8000-00007be2d310";
const noQuote = { quoteId: null, communicationPreference: null } as const;

/** Open one of the dialogs of a row. */
function renderDialog(name: QueueDialogName, item: Parameters<typeof aLiveRow>[0]) {
  const onClose = vi.fn();
  const page = renderPart(<QueueDialogs dialog={{ name, item: aLiveRow(item).item }} onClose={onClose} />);
  return { ...page, onClose, shown: () => outline(screen.getByRole("dialog")) };
}

it.each([
  ["phone", {}],
  ["sms", { kind: "tree_order", quoteId: null, treeOrderId: orderId }],
  ["email", { phone: null }],
  [null, { ...noQuote, kind: "question" }],
] as const)("a call is logged with the way that the customer prefers (%s)", async (preference, changes) => {
  const { person, shown } = renderDialog("call", { communicationPreference: preference, ...changes });
  expect(shown()).toMatchSnapshot("at first");
  await person.selectOptions(screen.getByLabelText("Outcome"), "voicemail");
  expect(shown()).toMatchSnapshot("not reached");
});

it("the time of the next try is checked", async () => {
  const unsent = {
    outcome: "no_answer",
    channel: "email",
    note: "Hm",
    retryDay: "2026-12-05",
    retryTime: "",
  };
  const { item } = aLiveRow();
  sessionStorage.setItem(`draft:call:quotes:${item.id}`, JSON.stringify(unsent));
  const { person, shown } = renderDialog("call", item);
  await person.click(screen.getByRole("button", { name: "Log call" }));
  await waitFor(() => expect(screen.getByLabelText("Time")).toBeInvalid());
  expect(shown()).toMatchSnapshot();
});

it.each([
  ["a first visit", { status: "approved" }],
  ["a visit after the first one", { status: "service_scheduled" }],
  ["a takedown", { status: "service_scheduled", needsTakedown: true }],
] as const)("the day of %s is picked", async (_, changes) => {
  server.use(http.get("/api/quotes/:id", () => delay("infinite")));
  const { shown, unmount } = renderDialog("day", { kind: "accepted", ...changes });
  expect(shown()).toMatchSnapshot("loading");
  unmount();
  const quote = aDeskQuoteInDetail({ preferredStartDate: "2026-11-30", city: "Dover" });
  server.use(http.get("/api/quotes/:id", () => HttpResponse.json(quote)));
  const loaded = renderDialog("day", { kind: "accepted", ...changes });
  await screen.findByRole("button", { name: "Schedule visit" });
  expect(loaded.shown()).toMatchSnapshot("loaded");
});

it.each([
  ["2026-11-25", "Nov 25, 2026"],
  ["2026-11-24", "Pick a date"],
])("the day of a first visit that was wanted on %s is at first: %s", async (preferredStartDate, day) => {
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail({ preferredStartDate }))),
  );
  renderDialog("day", { kind: "accepted", status: "approved" });
  expect(await screen.findByLabelText(/^Day/)).toHaveAccessibleDescription(day);
});

it("the time of a visit is checked", async () => {
  const quote = aDeskQuoteInDetail({ preferredStartDate: null });
  const unsent = { kind: "service", day: "2026-12-05", time: "", notes: "Ladder" };
  sessionStorage.setItem(`draft:schedule:installation:${quote.id}`, JSON.stringify(unsent));
  server.use(http.get("/api/quotes/:id", () => HttpResponse.json(quote)));
  const { person, shown } = renderDialog("day", { kind: "accepted", status: "approved" });
  await person.click(await screen.findByRole("button", { name: "Schedule visit" }));
  await waitFor(() => expect(screen.getByLabelText("Time")).toBeInvalid());
  expect(shown()).toMatchSnapshot();
});

it.each([
  ["preferred and still to come", { preferredDeliveryDate: "2026-11-25" }],
  ["preferred and past", { preferredDeliveryDate: "2026-11-24" }],
  ["scheduled before", { preferredDeliveryDate: "2026-12-05", scheduledDeliveryDate: "2026-12-06" }],
  ["not preferred", { preferredDeliveryDate: null }],
] as const)("the day of a delivery is the one that is %s", async (_, days) => {
  const item = { ...noQuote, kind: "tree_day", treeOrderId: orderId } as const;
  server.use(http.get("/api/tree-orders/:id", () => new HttpResponse(null, { status: 500 })));
  const { person, shown } = renderDialog("day", item);
  await screen.findByText("We couldn't load the details");
  expect(shown()).toMatchSnapshot("failed");
  server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(aDeskOrder(days))));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  const submit = await screen.findByRole("button", { name: "Schedule delivery" });
  expect(shown()).toMatchSnapshot("loaded");
  if (days.preferredDeliveryDate) return;
  await person.click(submit);
  await screen.findByText("Pick a day");
  expect(shown()).toMatchSnapshot("without a day");
});

const payment = {
  ...noQuote,
  kind: "payment",
  paymentId: orderId,
  id: orderId,
  summary: "Paid twice",
} as const;

it.each([
  ["refund", { amount: "599.00" }],
  ["refund", { amount: null, customerName: "" }],
  ["keep", { amount: "599.00" }],
  ["keep", { amount: null }],
] as const)("the dialog to %s a payment asks why: %j", async (name, changes) => {
  const { person, shown } = renderDialog(name, { ...payment, ...changes });
  expect(shown()).toMatchSnapshot("at first");
  await person.click(screen.getByRole("button", { name: /^(Refund|Keep the money)/ }));
  await waitFor(() => expect(screen.getByLabelText("Reason")).toBeInvalid());
  expect(shown()).toMatchSnapshot("without a reason");
});

it("the dialog to assign a payment suggests and finds what it is for", async () => {
  serveList("/api/payments/:id/suggestions", [
    { kind: "quote", id: "q1", label: "Gerard Thibodeau", detail: "Dover" },
    { kind: "treeOrder", id: "t1", label: "Gerard T.", detail: "Rye" },
    { kind: "user", id: "u1", label: "G. Thibodeau", detail: "g@example.com" },
  ]);
  const match = { id: orderId, key: orderId, title: "Lucia", detail: "Dover", status: null };
  const none = { customers: [], quotes: [], treeOrders: [], invoices: [] };
  const answers: Record<string, object> = {
    nobody: none,
    lucia: {
      customers: [match, { ...match, id: "x", key: "bHVjaWE", title: "A guest" }],
      quotes: [{ ...match, id: "q1", title: "Lucia's quote" }],
      treeOrders: [{ ...match, id: "t1", title: "Lucia's tree" }],
      invoices: [{ ...match, id: "i1", title: "INV-1" }],
    },
  };
  server.use(
    http.get("/api/desk/search", ({ request }) => {
      const found = answers[new URL(request.url).searchParams.get("q") ?? ""];
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 500 });
    }),
  );
  const { person, shown, onClose } = renderDialog("assign", {
    ...payment,
    amount: null,
    email: null,
    customerKey: null,
  });
  await screen.findByText("Same email address");
  expect(shown()).toMatchSnapshot("at first");
  const field = screen.getByLabelText("Find a quote, order or customer");
  await person.type(field, "nobody");
  await screen.findByText("No matches.");
  expect(shown()).toMatchSnapshot("nothing found");
  await person.clear(field);
  await person.type(field, "lucia");
  await screen.findByText("Lucia's tree");
  expect(shown()).toMatchSnapshot("found");
  await person.clear(field);
  await person.type(field, "broken");
  await screen.findByText(/^We couldn't search/);
  expect(shown()).toMatchSnapshot("failed");
  expect(onClose).not.toHaveBeenCalled();
});

it("the dialog to assign a payment says that its suggestions failed", async () => {
  server.use(http.get("/api/payments/:id/suggestions", () => new HttpResponse(null, { status: 500 })));
  const { shown } = renderDialog("assign", { ...payment, amount: "599.00" });
  await screen.findByText(/^We couldn't load the suggestions/);
  await act(async () => undefined);
  expect(shown()).toMatchSnapshot();
});
