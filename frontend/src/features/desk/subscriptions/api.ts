import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, invoiceKeys, storageKeys } from "~/api/keys";
import { deskListQuery, listQuery } from "~/api/pages";
import type { StripeEvent } from "~/api/types";
import { analyticsKeys, deskKeys, paymentKeys, stripeEventKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";

/** Everybody's storage subscriptions, newest first; of one status where one is named. */
export const deskSubscriptionsQuery = (status: string) =>
  deskListQuery(storageKeys.desk({ status }), "/api/storage-subscriptions", { status });

/** Payments by card that were refunded, or that a customer's bank wants back. */
export function troubledPaymentsQuery() {
  const filters = { trouble: "1" };
  return deskListQuery(paymentKeys.desk(filters), "/api/payments", filters);
}

/** Stripe's events, newest first; those in one state if one is given. */
export function stripeEventsQuery(state: StripeEvent["state"] | null) {
  const query = state ? { state } : {};
  return listQuery(stripeEventKeys.desk(query), "/api/stripe/events", { query });
}

/** Process an event again. What it changes may be anything that is paid for. */
export function useProcessEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post("/api/stripe/events/{event_id}/process", { path: { event_id: id } }),
    onSuccess: (event) => {
      putRow(queryClient, stripeEventKeys, event);
      const affected = [paymentKeys, invoiceKeys, storageKeys, analyticsKeys, deskKeys];
      void invalidate(queryClient, ...affected.map(({ all }) => all));
    },
  });
}
