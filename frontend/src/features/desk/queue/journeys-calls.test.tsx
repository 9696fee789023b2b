import { screen, within } from "@testing-library/react";
import { beforeAll } from "vitest";
import { journey, refusal } from "~/test/journey";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { aCall, detailRoutes, dora, hugo, lucia, mona, orderOf, quoteOf, wes, yann } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const field = (name: string | RegExp) => within(screen.getByRole("dialog")).getByLabelText(name);

journey("a customer is called twice about a tree, and reached in the end", async (steps) => {
  const { serve, step } = steps;
  const rows = [lucia, yann, dora];
  const pass = await startQueue(steps, rows, { routes: detailRoutes(...rows) });
  await step("Log a call", (person) => person.click(button("Log call: Lucia Marchetti")));
  await step("Say that it went to voicemail, and pick a day", async (person) => {
    await person.selectOptions(field("Outcome"), "voicemail");
    await person.click(field(/^Try again/));
    await person.type(await screen.findByRole("textbox", { name: "Type a date" }), "11/27/2026{Enter}");
  });
  serve({
    "POST /api/tree-orders/:id/calls": refusal(400, "Please check the form.", {
      retryAt: ["We're closed then."],
      note: ["Too short."],
    }),
  });
  await step("Send it", async (person) => {
    await person.type(field("Note (optional)"), "Hm");
    await person.click(button("Log call"));
  });
  const retryAt = "2026-11-27T19:30:00Z";
  const tried = { ...lucia, tries: 1, lastTriedAt: "2026-11-25T15:00:00Z", retryAt };
  const call = aCall({ outcome: "voicemail", channel: "text", note: "Hm", retryAt });
  serve({
    ...queueRoutes([yann, dora, tried]),
    "POST /api/tree-orders/:id/calls": call,
    "GET /api/:kind/:id/calls": ({ params }) => (params.id === lucia.id ? [call] : []),
  });
  await step("Send it as a text, with a time", async (person) => {
    await person.click(field("Text"));
    await person.clear(field("Time"));
    await person.type(field("Time"), "14:30");
    await person.click(button("Log call"));
  });
  await step("A second later", () => pass(1_000));
  await step("Open the row", (person) => person.click(link("Lucia Marchetti")));
  serve({ ...queueRoutes([yann, dora]), "POST /api/tree-orders/:id/calls": aCall({ id: "k9" }) });
  await step("Reach her", async (person) => {
    await person.click(
      detailsOf("Lucia Marchetti").getAllByRole("button", { name: "Log call" })[1] as HTMLElement,
    );
    await screen.findByLabelText("Outcome");
  });
  await step("Send that", (person) =>
    person.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log call" })),
  );
  await step("A second after that", () => pass(1_000));
});

journey("keys move through the list, and open, reply and log a call", async (steps) => {
  const { serve, step } = steps;
  const rows = [mona, wes, dora];
  const pass = await startQueue(steps, rows, { routes: detailRoutes(...rows) });
  await step("Move down from the first name with j", async (person) => {
    link("Mona Reyes").focus();
    await person.keyboard("j");
  });
  await step("Move on with arrows to the last", (person) => person.keyboard("{ArrowDown}{ArrowDown}"));
  await step("Go back with k, and reply with r", (person) => person.keyboard("kr"));
  await step("Close the details, and log a call with c", (person) => person.keyboard("{Escape}c"));
  const call = aCall({ outcome: "no_answer", retryAt: "2026-11-25T17:00:00Z" });
  serve({
    ...queueRoutes([mona, dora, { ...wes, tries: 1, retryAt: "2026-11-25T17:00:00Z" }]),
    "POST /api/quotes/:id/calls": call,
  });
  await step("No one answers", async (person) => {
    await person.selectOptions(field("Outcome"), "no_answer");
    await person.click(button("Log call"));
  });
  await step("A second later", () => pass(1_000));
  await step("Move up with k, and open with Enter", (person) => person.keyboard("k{Enter}"));
  await step("The list of all keys", (person) => person.keyboard("?"));
});

journey("a visit and a takedown are scheduled", async (steps) => {
  const { serve, step } = steps;
  const takedown = {
    ...hugo,
    id: dora.id,
    quoteId: dora.id,
    customerName: "Ruth Adair",
    status: "service_scheduled",
    deposit: { amount: "211.00", isPaid: false, isRefunded: false },
    stateCheck: "outside",
    amount: "844.00",
    needsTakedown: true,
    respondBy: "2026-12-27T22:00:00Z",
  } as const;
  const unsure = { ...hugo, stateCheck: "unknown" } as const;
  const pass = await startQueue(steps, [unsure, wes, takedown], {
    routes: { "GET /api/quotes/:id": refusal(500, "Oops") },
  });
  await step("Pick a day for the first", (person) => person.click(button("Pick a day: Hugo Platt")));
  serve({ "GET /api/quotes/:id": quoteOf(hugo, { preferredStartDate: "2026-12-03" }) });
  await step("Load it again", (person) => person.click(button("Try again")));
  serve({ "POST /api/jobs": refusal(409, "Two crews are out that morning.") });
  await step("Send it", (person) => person.click(button("Schedule visit")));
  serve({
    ...queueRoutes([wes, takedown]),
    "POST /api/jobs": { id: "j1" },
  });
  await step("Send another hour", async (person) => {
    await person.clear(field("Time"));
    await person.type(field("Time"), "13:45");
    await person.click(button("Schedule visit"));
  });
  await step("A second later", () => pass(1_000));
  serve({ "GET /api/quotes/:id": quoteOf(takedown) });
  await step("Open the takedown", (person) => person.click(link("Ruth Adair")));
  serve({ "POST /api/jobs": { id: "j2" } });
  await step("Add it without a day", async (person) => {
    await person.click(button("Pick a day: Ruth Adair"));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Long ladder");
    await person.click(button("Schedule visit"));
  });
  await step("A second after that", () => pass(1_000));
});

journey("a tree gets its day, after someone else has changed the order", async (steps) => {
  const { serve, step } = steps;
  const rows = [lucia, yann];
  const order = orderOf(yann, { preferredDeliveryDate: "2026-12-04", status: "confirmed" });
  const pass = await startQueue(steps, rows, {
    routes: { ...detailRoutes(lucia), "GET /api/tree-orders/:id": refusal(500, "Oops") },
    search: `?tab=due&kind=tree_day&open=tree_day-${yann.id}`,
  });
  serve({ "GET /api/tree-orders/:id": order });
  await step("Load the order again", (person) => person.click(button("Try again")));
  await step("Pick a day in the details", async (person) => {
    await person.click(button("Pick a day"));
    await screen.findByRole("dialog");
  });
  const changed = { ...order, updatedAt: "2026-11-25T14:50:00Z", notes: "Blue door" };
  serve({
    "PATCH /api/tree-orders/:id": refusal(409, "Someone else just changed this."),
    "GET /api/tree-orders/:id": changed,
  });
  await step("Send it", (person) => person.click(button("Schedule delivery")));
  serve({
    ...queueRoutes([lucia]),
    "PATCH /api/tree-orders/:id": ({ body }) => ({ ...changed, ...body, status: "scheduled" }),
  });
  await step("Send it again", (person) => person.click(button("Schedule delivery")));
  await step("A second later", () => pass(1_000));
  await step("Show all kinds", (person) => person.click(button(/^All/)));
});
