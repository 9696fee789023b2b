import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach } from "vitest";
import type { DeskQuoteDetails } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { aComment, aJob, anInvoice } from "~/test/rows";
import { aLine, openDesk, stopClock } from "../test-desk";
import { inDetail, quoteRoutes, quotes } from "./test-quotes";

beforeEach(() => void stopClock());

const { marlow, ada, tessa, jonas } = quotes;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const panel = () => within(screen.getByRole("region", { name: "Details" }));
const dialog = () => within(screen.getByRole("dialog"));
const field = (name: string | RegExp) => dialog().getByLabelText(name);

/** Pick a day in the month that the calendar of a field opens with; the picked one again clears the field. */
async function pick(person: UserEvent, box: HTMLElement, day: string) {
  await person.click(box);
  const calendar = within(await screen.findByRole("dialog", { name: "Choose a date" }));
  await person.click(calendar.getByRole("button", { name: new RegExp(` ${day}(st|nd|rd|th)?,`) }));
}

journey("a quote is opened while its parts fail to load, and calls are logged", async (steps) => {
  const { open, serve, step } = steps;
  const { routes, change } = quoteRoutes([inDetail(marlow), inDetail(ada)]);
  serve(routes);
  serve({
    "GET /api/quotes/:id/calls": refusal(500, "Down for a moment."),
    "GET /api/quotes/:id/history": refusal(500, "Down for a moment."),
  });
  await open(() => openDesk("?tab=quotes"));
  await step("Open it", (person) => person.click(button(/^Open quote .*Marlow/)));
  serve({
    "GET /api/quotes/:id/history": [
      {
        id: "h2",
        at: "2026-11-24T19:30:00Z",
        by: "Nora Field",
        changes: [
          { field: "status", from: "quoting", to: "pending" },
          { field: "quoteAmount", from: "512.20", to: null },
          { field: "validUntil", from: "", to: "2026-12-24" },
        ],
      },
      { id: "h1", at: "2026-11-24T18:40:00Z", by: "", changes: [{ field: "id", from: null, to: marlow.id }] },
    ],
  });
  await step("Load the history again", (person) => {
    const [, history] = panel().getAllByRole("button", { name: "Try again" });
    return person.click(history as HTMLElement);
  });
  serve({ "GET /api/quotes/:id/calls": [] });
  await step("Load the calls again", (person) =>
    person.click(panel().getByRole("button", { name: "Try again" })),
  );
  serve({ "POST /api/quotes/:id/calls": refusal(400, "Please check the form.", { note: ["Too long."] }) });
  await step("Log a voicemail, to be tried again", async (person) => {
    await person.selectOptions(panel().getByLabelText("Outcome"), "Left a voicemail");
    await pick(person, panel().getByLabelText(/^Try again/), "27");
    await person.type(panel().getByLabelText(/^Note/), "Asked about the gate.");
    await person.click(button("Log call"));
  });
  const call = {
    id: "c1",
    outcome: "voicemail",
    channel: "phone",
    note: "Asked about the gate.",
    retryAt: "2026-11-27T14:00:00Z",
    authorName: "Nora Field",
    createdAt: "2026-11-25T15:00:00Z",
  };
  serve({
    "POST /api/quotes/:id/calls": call,
    "GET /api/quotes/:id/calls": [call],
  });
  await step("Log it again", (person) => person.click(button("Log call")));
  serve({
    "POST /api/quotes/:id/calls": ({ body }) => {
      change(marlow.id, { answeredAt: "2026-11-25T15:00:00Z" });
      return { ...call, id: "c2", ...body, retryAt: null };
    },
    "GET /api/quotes/:id/calls": [{ ...call, id: "c2", outcome: "reached", channel: "text", note: "" }, call],
  });
  await step("Log a text that was answered", async (person) => {
    await person.click(panel().getByLabelText("Text"));
    await person.selectOptions(panel().getByLabelText("Outcome"), "Got an answer");
    await person.click(button("Log call"));
  });
  await step("Close it with Escape", (person) => person.keyboard("{Escape}"));
});

journey("a quote's comments are read and answered", async (steps) => {
  const { open, serve, step } = steps;
  const { routes, change } = quoteRoutes([inDetail(ada, { answeredAt: null }), inDetail(jonas)]);
  serve(routes);
  const theirs = aComment({
    id: "m1",
    content: "Which day?",
    isStaffComment: false,
    authorName: "Ada Quill",
  });
  serve({
    "GET /api/quotes/:id/comments": [theirs],
    "POST /api/quotes/:id/comments": refusal(500, "Down for a moment."),
    "GET /api/desk/customers/:key": refusal(404, "There is no such customer."),
    "GET /api/desk/customers": [],
  });
  await open(() => openDesk(`?tab=quotes&open=${ada.id}`));
  await step("Open the comments", (person) => person.click(button(/^Comments/)));
  await step("Write a comment", async (person) => {
    await person.type(await screen.findByLabelText("Add a comment"), "Monday, if it stays dry.");
    await person.click(button("Send comment"));
  });
  const ours = aComment({ id: "m2", content: "Monday, if it stays dry.", authorName: "Nora Field" });
  serve({
    "POST /api/quotes/:id/comments": () => {
      change(ada.id, { answeredAt: "2026-11-25T15:00:00Z" });
      return ours;
    },
    "GET /api/quotes/:id/comments": [ours, theirs],
  });
  await step("Send it again, which is the response", (person) => person.click(button("Send comment")));
  await step("Open the other quote instead", (person) => person.click(button(/^Open quote .*Jonas/)));
});

journey("visits are scheduled from a quote, with and without a day", async ({ open, serve, step }) => {
  const { routes, change } = quoteRoutes([inDetail(tessa), inDetail(ada)]);
  serve(routes);
  serve({
    "POST /api/jobs": refusal(400, "Please check the form.", { scheduledDate: ["We are closed then."] }),
  });
  await open(() => openDesk(`?tab=quotes&open=${tessa.id}`));
  await step("Start, and cancel with Escape", async (person) => {
    await person.click(button("Schedule visit"));
    await person.type(field(/^Notes/), "Ladder");
    await person.keyboard("{Escape}");
  });
  await step("Start again, without a time", async (person) => {
    await person.click(button("Schedule visit"));
    await person.clear(field("Time"));
    await person.click(dialog().getByRole("button", { name: "Schedule visit" }));
  });
  await step("Pick another day and time", async (person) => {
    await person.type(field("Time"), "13:15");
    await pick(person, field(/^Day/), "30");
    await person.click(dialog().getByRole("button", { name: "Schedule visit" }));
  });
  serve({
    "POST /api/jobs": () => {
      change(tessa.id, { status: "service_scheduled" });
      return aJob({ id: "j7", quoteId: tessa.id });
    },
  });
  await step("Schedule it", (person) =>
    person.click(dialog().getByRole("button", { name: "Schedule visit" })),
  );
  await step("Add a takedown without a day", async (person) => {
    await person.click(button("Schedule visit"));
    await person.click(field("Takedown"));
    await person.clear(field(/^Notes/));
    await pick(person, field(/^Day/), "2");
    await person.click(dialog().getByRole("button", { name: "Schedule visit" }));
  });
});

journey("an invoice is drafted for what is left of an accepted price", async ({ open, serve, step }) => {
  const { routes } = quoteRoutes([inDetail(tessa), inDetail(ada)]);
  serve(routes);
  const billed = {
    accepted: "2207.15",
    billed: "551.79",
    unbilled: "1655.36",
    stateCheck: "outside",
    depositPercent: 25,
  };
  serve({
    "GET /api/quotes/:id/billed": billed,
    "POST /api/invoices": refusal(409, "This quote was changed just now."),
  });
  await open(() => openDesk(`?tab=quotes&open=${tessa.id}`));
  await step("Start", (person) => person.click(button("Draft invoice")));
  await step("Bill more than was accepted", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.type(field("Amount in dollars"), "1,700");
    await person.click(dialog().getByRole("button", { name: "Draft invoice" }));
  });
  serve({ "POST /api/invoices": refusal(400, "Please check.", { dueDate: ["That day has passed."] }) });
  await step("Pick the day it is due", async (person) => {
    await pick(person, field(/^Due date/), "28");
    await person.click(dialog().getByRole("button", { name: "Draft invoice" }));
  });
  serve({
    "POST /api/invoices": ({ body }) =>
      anInvoice({ invoiceNumber: "INV-2026-00088", amount: String(body.amount), status: "draft" }),
  });
  serve({
    "GET /api/quotes/:id/billed": { ...billed, billed: "2251.79", unbilled: "0.00", stateCheck: "unknown" },
  });
  await step("Send it again", (person) =>
    person.click(dialog().getByRole("button", { name: "Draft invoice" })),
  );
  await step("Draft another, for which nothing is left", (person) => person.click(button("Draft invoice")));
  await step("Close it", (person) => person.keyboard("{Escape}"));
  serve({ "GET /api/quotes/:id/billed": refusal(500, "Down for a moment.") });
  await step("Draft another, whose sums don't load", (person) => person.click(button("Draft invoice")));
  await step("Empty its amount and send it", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.click(dialog().getByRole("button", { name: "Draft invoice" }));
  });
  await step("Cancel it", (person) => person.click(dialog().getByRole("button", { name: "Cancel" })));
});

const lines: DeskQuoteDetails["lines"] = [
  aLine({
    id: "l1",
    text: "Front only",
    choice: "How much",
    unitPrice: "902.000",
    amount: "902.00",
    quantity: "1.00",
    unit: "flat",
    suggested: true,
  }),
  aLine({
    id: "l2",
    text: "All around",
    choice: "How much",
    unitPrice: "1311.400",
    amount: "1311.40",
    quantity: "1.00",
    unit: "flat",
  }),
  aLine({
    id: "l3",
    text: "Smart timer",
    optional: true,
    unitPrice: "31.500",
    amount: "63.00",
    quantity: "2.00",
  }),
];

journey("a quote is accepted by phone with what the customer picks", async ({ open, serve, step }) => {
  const priced = inDetail(ada, { lines, hasLines: true, quoteAmount: "902.00", revision: 3 });
  const { routes, change } = quoteRoutes([inDetail(jonas), priced]);
  serve(routes);
  serve({ "POST /api/quotes/:id/accept": refusal(409, "The price has changed.") });
  await open(() => openDesk(`?tab=quotes&open=${ada.id}`));
  await step("Start", (person) => person.click(button("Accepted by phone")));
  await step("Pick something else, and an option", async (person) => {
    await person.click(dialog().getByRole("radio", { name: /All around/ }));
    await person.click(dialog().getByRole("checkbox", { name: /Smart timer/ }));
  });
  await step("Accept it without a name", async (person) => {
    await person.clear(field(/^Name of the person/));
    await person.click(button(/^Accept \$/));
  });
  await step("Accept it with one", async (person) => {
    await person.type(field(/^Name of the person/), "Ada's brother");
    await person.click(button(/^Accept \$/));
  });
  await step("Leave out the option", (person) =>
    person.click(dialog().getByRole("checkbox", { name: /Smart timer/ })),
  );
  serve({
    "POST /api/quotes/:id/accept": ({ body }) =>
      change(ada.id, {
        status: "approved",
        quoteAmount: body.quoteAmount,
        lines: lines.map((line) => ({ ...line, chosen: line.id === "l2" })),
        acceptance: {
          acceptedBy: body.acceptedBy,
          channel: "phone",
          acceptedAt: "2026-11-25T15:00:00Z",
          quoteAmount: body.quoteAmount,
          revision: 3,
          terms: { version: 1, sentences: [] },
        },
      }),
  });
  await step("Accept it", (person) => person.click(button(/^Accept \$/)));
});
