import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import type { OutboxMessage } from "../shared/types";
import { openDesk, stopClock } from "../test-desk";
import { aMessage } from "./test-messages";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });

const refused = aMessage({
  ...{ id: "m5", createdAt: "2026-11-25T12:00:00Z", attemptedAt: "2026-11-25T12:01:00Z" },
  failedAt: "2026-11-25T13:10:00Z",
});
const text = aMessage({
  ...{ id: "m9", channel: "sms", kind: "tree-day", to: "+16035550172", subject: "Your tree comes today" },
  ...{ status: "failed", error: "The number is out of service", tries: 2, customerName: "Ben Bow" },
  ...{ customerKey: "u7", quoteId: null, treeOrderId: "0198a000-0000-7000-8000-00007be2d310" },
  ...{ createdAt: "2026-11-24T16:00:00Z", attemptedAt: "2026-11-24T16:02:00Z" },
  failedAt: "2026-11-24T17:20:00Z",
});
const delivered = aMessage({
  ...{ id: "m2", kind: "invoice-sent", to: "ann@example.com", subject: "Your invoice for $310.50" },
  ...{ status: "sent", error: "", tries: 1, canBeSentAgain: false, customerName: "Ann Ames" },
  ...{ customerKey: "u4", quoteId: null, invoiceId: "i4", invoiceNumber: "INV-2026-00004" },
  ...{ createdAt: "2026-11-25T13:30:00Z", attemptedAt: "2026-11-25T13:31:00Z", failedAt: null },
  sentAt: "2026-11-25T13:32:00Z",
});
const rows = [refused, delivered, text];
const summary = { kinds: ["invoice-sent", "quote-priced", "tree-day"], missingSettings: ["TWILIO_SID"] };
const preview = { state: "shown", text: "Hi Patricia,\n", hasHtml: true, attachments: [] };

journey("a message is read and sent again, which someone else did first", async ({ open, serve, step }) => {
  let now: OutboxMessage[] = rows;
  serve({
    "GET /api/desk/messages": () => now,
    "GET /api/desk/messages/:id": refusal(500, "Try later."),
    "GET /api/desk/messages/summary": refusal(500, "Try later."),
    "POST /api/desk/messages/:id/send-again": refusal(409, "It is being sent already."),
  });
  await open(() => openDesk("?tab=customers&view=outbox"));
  await step("Open the first message", (person) =>
    person.click(button(/^Open message to patricia@example.com/)),
  );
  const attachments = [
    { name: "plan.pdf", size: 2_400_000 },
    { name: "notes.txt", size: 610 },
  ];
  serve({ "GET /api/desk/messages/:id": { ...refused, preview: { ...preview, attachments } } });
  await step("Load it again", (person) => person.click(button("Try again")));
  const sending = {
    ...{ ...refused, status: "sent", error: "", tries: 4, canBeSentAgain: false },
    ...{ failedAt: null, sentAt: "2026-11-25T14:58:00Z" },
  } as const;
  serve({ "GET /api/desk/messages/:id": { ...sending, preview } });
  await step("Send it again, too late", (person) =>
    person.click(button(/^Send again: message to patricia@example.com/)),
  );
  serve({ "POST /api/desk/messages/:id/send-again": refusal(500, "Try later.") });
  await step("Send the text again, which fails", (person) =>
    person.click(button(/^Send again: message to \(603\) 555-0172/)),
  );
  const again = { ...text, status: "queued", error: "", tries: 0, canBeSentAgain: false } as const;
  now = [refused, delivered, again];
  serve({ "POST /api/desk/messages/:id/send-again": again });
  await step("Send the text again", (person) =>
    person.click(button(/^Send again: message to \(603\) 555-0172/)),
  );
  await step("Close the message", (person) => person.click(button(/^Close message to patricia@example.com/)));
});

journey("the outbox is filtered by state, kind and name", async ({ open, serve, step }) => {
  serve({
    "GET /api/desk/messages": ({ query }) => {
      const status = query.get("status");
      const shown = status === "failed" ? [refused, text] : rows;
      if (query.get("kind") === "invoice-sent") return status ? [] : [delivered];
      if (query.get("q")) return [text];
      if (query.get("cursor")) return [text];
      if (status) return shown;
      const headers = { Link: '<http://inner/api/desk/messages?cursor=abc>; rel="next"' };
      return HttpResponse.json([refused, delivered], { headers });
    },
    "GET /api/desk/messages/:id": {
      ...text,
      preview: { ...preview, hasHtml: false, text: "It comes at 9." },
    },
    "GET /api/desk/messages/summary": summary,
    "GET /api/desk/customers": [],
  });
  await open(() => openDesk("?tab=customers"));
  await step("Open the outbox", (person) => person.click(button("Outbox")));
  await step("Show more", (person) => person.click(button(/more/)));
  await step("Open the text", (person) => person.click(button(/^Open message to \(603\)/)));
  await step("Show failed ones", (person) => person.selectOptions(screen.getByLabelText("State"), "failed"));
  await step("Of one kind", (person) => person.selectOptions(screen.getByLabelText("Kind"), "invoice-sent"));
  await step("Clear the filters", (person) => person.click(button("Clear filters")));
  await step("Search for Ben", async (person) => {
    await person.click(screen.getByRole("searchbox"));
    await person.paste("Ben");
    await screen.findByText("Showing 1 message.");
  });
  await step("Go to the customers", (person) => person.click(button("All customers")));
});
