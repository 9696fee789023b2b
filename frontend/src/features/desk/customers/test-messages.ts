import { HttpResponse, http } from "msw";
import { server } from "~/test/server";
import type { OutboxMessage } from "../shared/types";
import { hours, serveList } from "../test-desk";

/** An email about a price that its mail server refused. */
export const priceReady: OutboxMessage = {
  id: "0198a000-0000-7000-8000-00008f31c2d1",
  channel: "email",
  kind: "quote-priced",
  to: "patricia@example.com",
  subject: "Your price is ready: $1,250.00",
  status: "failed",
  error: "The mail server refused the recipient: 550 no such mailbox",
  tries: 3,
  canBeSentAgain: true,
  quoteId: "0198a000-0000-7000-8000-00008f31c2d0",
  treeOrderId: null,
  invoiceId: null,
  invoiceNumber: null,
  paymentId: null,
  subscriptionId: null,
  customerName: "Patricia Nolan",
  customerKey: "u1",
  createdAt: hours(-2),
  notBefore: null,
  attemptedAt: hours(-2),
  sentAt: null,
  failedAt: hours(-1),
  reachedAt: null,
  notTexted: "",
  delivery: "",
  reportedAt: null,
};
/** The same with changes. */
export const aMessage = (changes: Partial<OutboxMessage> = {}): OutboxMessage => ({
  ...priceReady,
  ...changes,
});

/** Serve the outbox with these messages; returns the query strings of the requests for them. */
export function serveOutbox(messages: OutboxMessage[], missingSettings: string[] = []): URLSearchParams[] {
  const asked = serveList("/api/desk/messages", messages);
  const kinds = ["invoice-sent", "login-code", "quote-priced"];
  server.use(http.get("/api/desk/messages/summary", () => HttpResponse.json({ kinds, missingSettings })));
  return asked;
}
