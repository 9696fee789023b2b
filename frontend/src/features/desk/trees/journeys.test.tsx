import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import type { DeskTreeOrder } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { pickUpcoming } from "~/test/pick-day";
import { openDesk, stopClock } from "../test-desk";
import { answered, canceled, confirmed, delivered, pending, scheduled } from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const details = () => within(screen.getByRole("region", { name: "Details" }));

/** Respond with rows of the list, and with no past deliveries. */
const lists =
  (rows: DeskTreeOrder[]) =>
  ({ query }: { query: URLSearchParams }) =>
    query.has("pastUnmarked") ? [] : rows;

/** What an open row requests. */
const parts = { "GET /api/tree-orders/:id/calls": [], "GET /api/tree-orders/:id/history": [] };

journey("an order is called about, confirmed, scheduled and delivered", async ({ open, serve, step }) => {
  const now = { updatedAt: "2026-11-25T15:00:00Z" };
  serve({
    "GET /api/tree-orders": lists([answered, pending]),
    "POST /api/tree-orders/:id/calls": refusal(400, "Please check the form.", { note: ["Too long."] }),
  });
  await open(() => openDesk("?tab=trees"));
  await step("Log a call", (person) => person.click(button("Log a call about order 7000000a, Mia Zorn")));
  await step("A voicemail, to try again on a day", async (person) => {
    await person.selectOptions(dialog().getByLabelText("Outcome"), "Left a voicemail");
    await pickUpcoming(person, dialog().getByLabelText(/^Try again/), "2026-12-02");
  });
  await step("Save it, which fails", async (person) => {
    await person.type(dialog().getByLabelText("Note (optional)"), "Full mailbox");
    await person.click(dialog().getByRole("button", { name: "Log call" }));
  });
  serve({
    "POST /api/tree-orders/:id/calls": { id: "c1" },
    "GET /api/tree-orders/:id": { ...pending, ...now, tries: 1, answeredAt: "2026-11-25T15:00:00Z" },
  });
  await step("They text back in the end", async (person) => {
    await person.selectOptions(dialog().getByLabelText("Outcome"), "Spoke with them");
    await person.click(dialog().getByLabelText("Text"));
    await person.click(dialog().getByRole("button", { name: "Log call" }));
  });
  serve({
    "PATCH /api/tree-orders/:id": refusal(409, "Somebody else has changed it."),
    "GET /api/tree-orders/:id": {
      ...pending,
      ...now,
      answeredAt: "2026-11-25T14:00:00Z",
      updatedAt: "2026-11-25T15:01:00Z",
    },
  });
  await step("Confirm it, which somebody else has changed", (person) =>
    person.click(button("Confirm order 7000000a, Mia Zorn")),
  );
  serve({
    "PATCH /api/tree-orders/:id": {
      ...pending,
      ...now,
      answeredAt: "2026-11-25T14:00:00Z",
      status: "confirmed",
    },
  });
  await step("Confirm it again", (person) => person.click(button("Confirm order 7000000a, Mia Zorn")));
  await step("Schedule it", (person) =>
    person.click(button("Schedule delivery of order 7000000a, Mia Zorn")),
  );
  serve({
    "PATCH /api/tree-orders/:id": refusal(400, "Please check the form.", {
      scheduledDeliveryDate: ["That day is full."],
    }),
  });
  await step("On the preferred day, which is full", (person) =>
    person.click(dialog().getByRole("button", { name: "Schedule delivery" })),
  );
  serve({
    "PATCH /api/tree-orders/:id": ({ body }) => ({
      ...pending,
      ...now,
      answeredAt: "2026-11-25T14:00:00Z",
      ...body,
    }),
  });
  await step("On another day", async (person) => {
    await pickUpcoming(person, dialog().getByLabelText("Delivery day"), "2026-12-14");
    await person.click(dialog().getByRole("button", { name: "Schedule delivery" }));
  });
  await step("Mark it delivered", (person) =>
    person.click(button("Mark delivered: order 7000000a, Mia Zorn")),
  );
});

journey("orders of every status are opened", async ({ open, serve, step }) => {
  serve({
    ...parts,
    "GET /api/tree-orders": lists([confirmed, scheduled, pending, canceled, delivered, answered]),
    "GET /api/tree-orders/:id/calls": refusal(500, "Out of order."),
    "GET /api/tree-orders/:id/history": [
      {
        id: "h2",
        at: "2026-11-23T15:00:00Z",
        by: "Sam Lee",
        changes: [
          { field: "status", from: "confirmed", to: "scheduled" },
          { field: "scheduledDeliveryDate", from: null, to: "2026-12-01" },
          { field: "answeredAt", from: "", to: "2026-11-21T12:00:00Z" },
          { field: "notes", from: "Porch", to: "" },
        ],
      },
    ],
  });
  await open(() => openDesk("?tab=trees&view=all"));
  await step("Open a scheduled one, whose calls do not load", (person) =>
    person.click(button("Open order 4000000b, Zed Pike")),
  );
  serve({
    "GET /api/tree-orders/:id/calls": [
      {
        id: "c4",
        outcome: "no_answer",
        channel: "phone",
        note: "",
        retryAt: null,
        authorName: "Ada Whitcomb",
        createdAt: "2026-11-20T17:00:00Z",
      },
      {
        id: "c2",
        outcome: "voicemail",
        channel: "text",
        note: "Asked for a day",
        retryAt: null,
        authorName: "Sam Lee",
        createdAt: "2026-11-20T16:00:00Z",
      },
    ],
  });
  await step("Try again", (person) => person.click(details().getByRole("button", { name: "Try again" })));
  serve(parts);
  await step("Open a guest's", (person) => person.click(button("Open order 2000000e, Cal Abbot")));
  await step("Open a canceled one", (person) => person.click(button("Open order 1000000f, Gus Ito")));
  await step("Open a delivered one", (person) => person.click(button("Open order 6000000d, Amy Low")));
  await step("Close it", (person) => person.click(button("Close order 6000000d, Amy Low")));
});

journey("an order is edited while somebody else changes it", async ({ open, serve, step }) => {
  const theirs = {
    ...confirmed,
    status: "scheduled",
    scheduledDeliveryDate: "2026-12-08",
    updatedAt: "2026-11-25T14:58:00Z",
  };
  serve({
    ...parts,
    "GET /api/tree-orders": lists([scheduled, confirmed]),
    "PATCH /api/tree-orders/:id": refusal(400, "Please check the form.", { notes: ["Too long."] }),
  });
  await open(() => openDesk("?tab=trees&view=all&open=t-9000000c"));
  await step("Change the status and the notes", async (person) => {
    await person.selectOptions(details().getByLabelText("Status"), "Canceled");
    await person.type(details().getByLabelText("Notes (optional)"), "They moved");
  });
  await step("Discard the changes", (person) => person.click(button("Discard changes")));
  await step("Set a day and notes", async (person) => {
    await pickUpcoming(person, details().getByLabelText(/^Delivery day/), "2026-12-05");
    await person.type(details().getByLabelText("Notes (optional)"), "Behind the barn");
  });
  await step("Save it, which fails", (person) => person.click(button("Save order")));
  serve({
    "PATCH /api/tree-orders/:id": refusal(409, "Somebody else has changed it."),
    "GET /api/tree-orders/:id": theirs,
    "GET /api/tree-orders/:id/history": [
      {
        id: "h5",
        at: "2026-11-25T14:58:00Z",
        by: "Ada Whitcomb",
        changes: [{ field: "status", from: "confirmed", to: "scheduled" }],
      },
    ],
  });
  await step("Save it again, which somebody else has changed", (person) =>
    person.click(button("Save order")),
  );
  serve({
    "PATCH /api/tree-orders/:id": ({ body }) => ({ ...theirs, ...body, updatedAt: "2026-11-25T15:00:00Z" }),
  });
  await step("Save it all the same", (person) => person.click(button("Save order")));
});
