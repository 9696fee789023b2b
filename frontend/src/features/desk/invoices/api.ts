import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type RequestBody } from "~/api/client";
import { invalidate, invoiceKeys, quoteKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import { freshQuery } from "~/api/queries";
import type { Invoice } from "~/api/types";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";

/** The filters of the list of invoices; "" means no filter. */
export type InvoiceFilters = DeskFilters<"/api/invoices">;

/** Everyone's invoices, newest first. */
export const deskInvoicesQuery = (filters: InvoiceFilters) =>
  deskListQuery(invoiceKeys.desk(filters), "/api/invoices", filters);

/** The quotes whose work is done without an invoice, longest first. */
export const unbilledQuery = deskListQuery(quoteKeys.desk({ unbilled: "1" }), "/api/quotes", {
  unbilled: "1",
});

const at = (id: string) => ({ path: { invoice_id: id } });

/** An invoice's payments, oldest first. They are part of the row's key, so that invalidating it refetches them. */
export const invoicePaymentsQuery = (id: string) =>
  freshQuery(invoiceKeys.part(id, "payments"), "/api/invoices/{invoice_id}/payments", at(id));

/** Other queries that depend on invoices: the customer's page and the season's metrics. */
const affects = [deskKeys.all, analyticsKeys.all];

/** A mutation that returns the changed invoice. After an error, the list is refetched, since it may be out of date. */
function useInvoiceMutation<Variables>(mutationFn: (variables: Variables) => Promise<Invoice>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (invoice) => {
      putRow(queryClient, invoiceKeys, invoice);
      void invalidate(queryClient, ...affects);
    },
    onError: () => invalidate(queryClient, invoiceKeys.all),
  });
}

interface ReviseDraft {
  id: string;
  changes: RequestBody<"/api/invoices/{invoice_id}", "patch">;
}

/** Change a draft. The server rejects changes of sent invoices, and of a version that is no longer the newest. */
export const useReviseDraft = () =>
  useInvoiceMutation(({ id, changes }: ReviseDraft) =>
    api.patch("/api/invoices/{invoice_id}", { ...at(id), body: changes }),
  );

/** Send a draft to its customer. */
export const useSendInvoice = () =>
  useInvoiceMutation((id: string) => api.post("/api/invoices/{invoice_id}/send", at(id)));

/** Cancel an unpaid invoice. */
export const useCancelInvoice = () =>
  useInvoiceMutation((id: string) => api.post("/api/invoices/{invoice_id}/cancel", at(id)));

interface RecordPayment {
  id: string;
  payment: RequestBody<"/api/invoices/{invoice_id}/record-payment", "post">;
  idempotencyKey: string;
}

/** Record a payment. The same key records it only once. */
export const useRecordPayment = () =>
  useInvoiceMutation(({ id, payment, idempotencyKey }: RecordPayment) =>
    api.post("/api/invoices/{invoice_id}/record-payment", { ...at(id), body: payment, idempotencyKey }),
  );

interface ReversePayment {
  id: string;
  payment: string;
  note: string;
}

/** Reverse a recorded payment, so that its invoice is due again. */
export const useReversePayment = () =>
  useInvoiceMutation(({ id, payment, note }: ReversePayment) =>
    api.post("/api/invoices/{invoice_id}/payments/{payment_id}/take-back", {
      path: { invoice_id: id, payment_id: payment },
      body: { note },
    }),
  );

/** Send several drafts. The response has the reasons for those that could not be sent. */
export function useSendInvoices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.post("/api/invoices/batch-send", { body: { ids } }),
    onSettled: () => void invalidate(queryClient, invoiceKeys.all, ...affects),
  });
}

interface DraftInvoice {
  invoice: RequestBody<"/api/invoices", "post">;
  idempotencyKey: string;
}

/** Draft an invoice for a customer with an account. */
export function useDraftForCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ invoice, idempotencyKey }: DraftInvoice) =>
      api.post("/api/invoices", { body: invoice, idempotencyKey }),
    onSuccess: () => void invalidate(queryClient, invoiceKeys.all, deskKeys.all),
  });
}

/** Record why the done work of a quote needs no invoice. */
export function useNoInvoiceNeeded(quoteId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<"/api/quotes/{quote_id}/no-invoice-needed", "post">) =>
      api.post("/api/quotes/{quote_id}/no-invoice-needed", { path: { quote_id: quoteId }, body }),
    onSuccess: (quote) => {
      putRow(queryClient, quoteKeys, quote);
      void invalidate(queryClient, deskKeys.all);
    },
  });
}
