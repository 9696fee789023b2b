import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { DeskStorageSubscription, Payment, StripeEvent } from "~/api/types";
import { putRow } from "../shared/list-cache";
import { listPath } from "../shared/use-desk-params";

const everybody = { scope: "admin" };

/** Everybody's storage subscriptions, newest first; of one status where one is named. */
export function deskSubscriptionsQuery(status: string) {
  const path = listPath("/api/storage-subscriptions", { ...everybody, status });
  return listQuery<DeskStorageSubscription>(["storage-subscriptions", "admin", path], path);
}

/** Payments by card that were refunded, or that a customer's bank wants back. */
export function troubledPaymentsQuery() {
  const path = listPath("/api/payments", { ...everybody, trouble: "1" });
  return listQuery<Payment>(["payments", "admin", path], path);
}

/** What Stripe told, newest first; of one state where one is named. */
export function stripeEventsQuery(state: string) {
  const path = listPath("/api/stripe/events", { state });
  return listQuery<StripeEvent>(["stripe-events", path], path);
}

/** Works an event off again. What it changes may be anything that is paid for. */
export function useProcessEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post<StripeEvent>(`/api/stripe/events/${id}/process`),
    onSuccess: (event) => {
      putRow(queryClient, "stripe-events", event);
      for (const key of ["payments", "invoices", "storage-subscriptions", "analytics", "desk"])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}
