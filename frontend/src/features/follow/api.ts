import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, treeOrderKeys } from "~/api/keys";
import { dayToInstant } from "~/lib/eastern";

/** Tell the server that a person has seen the page of a quote. */
export const markQuoteOpened = (id: string) =>
  api.post("/api/quotes/{quote_id}/opened", { path: { quote_id: id } });

/** Tell the server that a person has seen the page of a tree order. */
export const markTreeOrderOpened = (id: string) =>
  api.post("/api/tree-orders/{order_id}/opened", { path: { order_id: id } });

/** Tell the server that a person has seen the page of an invoice. */
export const markInvoiceOpened = (id: string) =>
  api.post("/api/invoices/{invoice_id}/opened", { path: { invoice_id: id } });

/** Change the preferred delivery day of a tree order. */
export function useChangePreferredDay(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (day: string) =>
      api.patch("/api/tree-orders/{order_id}", {
        path: { order_id: id },
        body: { preferredDeliveryDate: dayToInstant(day) },
      }),
    // Also after an error, which can mean that staff have set the day in the meantime.
    onSettled: () => invalidate(queryClient, treeOrderKeys.all),
  });
}
