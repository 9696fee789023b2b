import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Invoice, InvoicePayment, PaymentRecord } from "~/api/types";
import { putRow } from "../shared/list-cache";
import { listPath } from "../shared/use-desk-params";

/** What the list of invoices can be narrowed to; "" is no filter. */
export interface InvoiceFilters extends Record<string, string> {
  status: string;
  /** "1": those on which more was paid than they bill. */
  overpaid: string;
  q: string;
}

/** Everybody's invoices, newest first. */
export function deskInvoicesQuery(filters: InvoiceFilters) {
  const path = listPath("/api/invoices", { scope: "admin", ...filters });
  return listQuery<Invoice>(["invoices", "admin", path], path);
}

/** What came in for an invoice, oldest first. Part of the row's own key: what changes the row asks anew. */
export const invoicePaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: ["invoices", id, "payments"],
    queryFn: ({ signal }) => api.get<InvoicePayment[]>(`/api/invoices/${id}/payments`, { signal }),
  });

/** Where the invoice is as a PDF. */
export const pdfPath = (id: string) => `/api/invoices/${id}/pdf`;

/** What else shows an invoice: one customer's page, and the figures of the season. */
const affects = [["desk"], ["analytics"]];

/** A call that changes one invoice and answers it. After a refusal the list is asked anew: it knows better. */
function useInvoiceMutation<Variables>(mutationFn: (variables: Variables) => Promise<Invoice>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (invoice) => {
      putRow(queryClient, "invoices", invoice);
      for (const queryKey of affects) void queryClient.invalidateQueries({ queryKey });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ["invoices"] }),
  });
}

interface ReviseDraft {
  id: string;
  changes: { amount: string; dueDate: string | null; description: string };
}

/** Changes a draft. The server refuses what was sent already. */
export const useReviseDraft = () =>
  useInvoiceMutation(({ id, changes }: ReviseDraft) => api.patch<Invoice>(`/api/invoices/${id}`, changes));

/** Sends a draft to its customer. */
export const useSendInvoice = () =>
  useInvoiceMutation((id: string) => api.post<Invoice>(`/api/invoices/${id}/send`));

/** Cancels what is not paid. */
export const useCancelInvoice = () =>
  useInvoiceMutation((id: string) => api.post<Invoice>(`/api/invoices/${id}/cancel`));

interface RecordPayment {
  id: string;
  payment: PaymentRecord;
  idempotencyKey: string;
}

/** Notes money that came in. The same key again notes nothing twice. */
export const useRecordPayment = () =>
  useInvoiceMutation(({ id, payment, idempotencyKey }: RecordPayment) =>
    api.post<Invoice>(`/api/invoices/${id}/record-payment`, payment, { idempotencyKey }),
  );

interface TakeBackPayment {
  id: string;
  payment: string;
  note: string;
}

/** Takes back a recorded payment: its invoice is due again. */
export const useTakeBack = () =>
  useInvoiceMutation(({ id, payment, note }: TakeBackPayment) =>
    api.post<Invoice>(`/api/invoices/${id}/payments/${payment}/take-back`, { note }),
  );

/** What became of each draft that was to be sent. */
export interface SendResult {
  sent: string[];
  failed: { id: string; message: string }[];
}

/** Sends several drafts; each that cannot be is named with its reason. */
export function useSendInvoices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.post<SendResult>("/api/invoices/batch-send", { ids }),
    onSettled: () => {
      for (const queryKey of [["invoices"], ...affects]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

interface DraftInvoice {
  invoice: { userId: string; amount: string; dueDate?: string; description: string };
  idempotencyKey: string;
}

/** Drafts an invoice for somebody with an account. */
export function useDraftForCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ invoice, idempotencyKey }: DraftInvoice) =>
      api.post<Invoice>("/api/invoices", invoice, { idempotencyKey }),
    onSuccess: () => {
      for (const queryKey of [["invoices"], ["desk"]]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
