import { api, type RequestBody } from "~/api/client";
import { invoiceKeys, jobKeys, quoteKeys, treeOrderKeys } from "~/api/keys";
import { freshQuery } from "~/api/queries";
import type {
  DeskJob,
  DeskQuoteDetails,
  DeskTreeOrder,
  JobChange,
  QuoteChange,
  TreeOrderChange,
} from "~/api/types";
import { questionKeys } from "./keys";

/** A change of a row on the screen. The server rejects it (409) if `updatedAt` is no longer the row's. */
type Seen<Change> = Change & { updatedAt: string };

const quote = (id: string) => ({ path: { quote_id: id } });
const job = (id: string) => ({ path: { job_id: id } });
const order = (id: string) => ({ path: { order_id: id } });

/** How the desk reads and changes single quotes. */
export const quoteRows = {
  keys: quoteKeys,
  // The server returns desk rows to administrators. OpenAPI can't let the caller's role select the response's type.
  fetch: (id: string) => api.get("/api/quotes/{quote_id}", quote(id)) as Promise<DeskQuoteDetails>,
  save: (id: string, body: Seen<QuoteChange>) => api.patch("/api/quotes/{quote_id}", { ...quote(id), body }),
  history: (id: string) =>
    freshQuery(quoteKeys.part(id, "history"), "/api/quotes/{quote_id}/history", quote(id)),
  calls: (id: string) => freshQuery(quoteKeys.part(id, "calls"), "/api/quotes/{quote_id}/calls", quote(id)),
  logCall: (id: string, body: CallBody, idempotencyKey: string) =>
    api.post("/api/quotes/{quote_id}/calls", { ...quote(id), body, idempotencyKey }),
};
export type CallBody = RequestBody<"/api/quotes/{quote_id}/calls", "post">;

/** How the desk reads and changes single tree orders. */
export const treeOrderRows = {
  keys: treeOrderKeys,
  fetch: (id: string) => api.get("/api/tree-orders/{order_id}", order(id)) as Promise<DeskTreeOrder>,
  save: (id: string, body: Seen<TreeOrderChange>) =>
    api.patch("/api/tree-orders/{order_id}", { ...order(id), body }) as Promise<DeskTreeOrder>,
  history: (id: string) =>
    freshQuery(treeOrderKeys.part(id, "history"), "/api/tree-orders/{order_id}/history", order(id)),
  calls: (id: string) =>
    freshQuery(treeOrderKeys.part(id, "calls"), "/api/tree-orders/{order_id}/calls", order(id)),
  logCall: (id: string, body: CallBody, idempotencyKey: string) =>
    api.post("/api/tree-orders/{order_id}/calls", { ...order(id), body, idempotencyKey }),
};

/** How the desk reads and changes single jobs. */
export const jobRows = {
  keys: jobKeys,
  fetch: (id: string) => api.get("/api/jobs/{job_id}", job(id)) as Promise<DeskJob>,
  save: (id: string, body: Seen<JobChange>) => api.patch("/api/jobs/{job_id}", { ...job(id), body }),
  history: (id: string) => freshQuery(jobKeys.part(id, "history"), "/api/jobs/{job_id}/history", job(id)),
};

/** How the desk reads single invoices. */
const invoiceRows = {
  history: (id: string) =>
    freshQuery(invoiceKeys.part(id, "history"), "/api/invoices/{invoice_id}/history", {
      path: { invoice_id: id },
    }),
};

const question = (id: string) => ({ path: { inquiry_id: id } });

/** How the desk reads single questions of people without a quote. */
export const questionRows = {
  keys: questionKeys,
  fetch: (id: string) => api.get("/api/desk/questions/{inquiry_id}", question(id)),
  calls: (id: string) =>
    freshQuery(questionKeys.part(id, "calls"), "/api/desk/questions/{inquiry_id}/calls", question(id)),
  logCall: (id: string, body: CallBody, idempotencyKey: string) =>
    api.post("/api/desk/questions/{inquiry_id}/calls", { ...question(id), body, idempotencyKey }),
};

/** The rows that calls can be logged for. */
export const callRows = { quotes: quoteRows, "tree-orders": treeOrderRows, questions: questionRows };
/** The rows with a history. */
export const historyRows = {
  quotes: quoteRows,
  "tree-orders": treeOrderRows,
  jobs: jobRows,
  invoices: invoiceRows,
};
export type HistoryKind = keyof typeof historyRows;
