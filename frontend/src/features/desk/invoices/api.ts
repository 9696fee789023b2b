import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl, type RequestBody } from "~/api/client";
import { invalidate, invoiceKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import type { Invoice } from "~/api/types";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";

/** What the list of invoices can be narrowed to; "" is no filter. */
export type InvoiceFilters = DeskFilters<"/api/invoices">;

/** Everybody's invoices, newest first. */
export const deskInvoicesQuery = (filters: InvoiceFilters) =>
  deskListQuery(invoiceKeys.desk(filters), "/api/invoices", filters);

const at = (id: string) => ({ path: { invoice_id: id } });

/** What came in for an invoice, oldest first. Part of the row's own key: what changes the row asks anew. */
export const invoicePaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: invoiceKeys.part(id, "payments"),
    queryFn: ({ signal }) => api.get("/api/invoices/{invoice_id}/payments", { ...at(id), signal }),
  });

/** Where the invoice is as a PDF. */
export const pdfPath = (id: string) => apiUrl("/api/invoices/{invoice_id}/pdf", at(id));

/** What else shows an invoice: one customer's page, and the figures of the season. */
const affects = [deskKeys.all, analyticsKeys.all];

/** A call that changes one invoice and answers it. After a refusal the list is asked anew: it knows better. */
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

/** Changes a draft. The server refuses what was sent already. */
export const useReviseDraft = () =>
  useInvoiceMutation(({ id, changes }: ReviseDraft) =>
    api.patch("/api/invoices/{invoice_id}", { ...at(id), body: changes }),
  );

/** Sends a draft to its customer. */
export const useSendInvoice = () =>
  useInvoiceMutation((id: string) => api.post("/api/invoices/{invoice_id}/send", at(id)));

/** Cancels what is not paid. */
export const useCancelInvoice = () =>
  useInvoiceMutation((id: string) => api.post("/api/invoices/{invoice_id}/cancel", at(id)));

interface RecordPayment {
  id: string;
  payment: RequestBody<"/api/invoices/{invoice_id}/record-payment", "post">;
  idempotencyKey: string;
}

/** Notes money that came in. The same key again notes nothing twice. */
export const useRecordPayment = () =>
  useInvoiceMutation(({ id, payment, idempotencyKey }: RecordPayment) =>
    api.post("/api/invoices/{invoice_id}/record-payment", { ...at(id), body: payment, idempotencyKey }),
  );

interface TakeBackPayment {
  id: string;
  payment: string;
  note: string;
}

/** Takes back a recorded payment: its invoice is due again. */
export const useTakeBack = () =>
  useInvoiceMutation(({ id, payment, note }: TakeBackPayment) =>
    api.post("/api/invoices/{invoice_id}/payments/{payment_id}/take-back", {
      path: { invoice_id: id, payment_id: payment },
      body: { note },
    }),
  );

/** Sends several drafts; each that cannot be is named with its reason. */
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

/** Drafts an invoice for somebody with an account. */
export function useDraftForCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ invoice, idempotencyKey }: DraftInvoice) =>
      api.post("/api/invoices", { body: invoice, idempotencyKey }),
    onSuccess: () => void invalidate(queryClient, invoiceKeys.all, deskKeys.all),
  });
}
