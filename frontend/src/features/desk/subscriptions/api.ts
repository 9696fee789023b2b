import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, storageKeys } from "~/api/keys";
import { deskListQuery, listQuery } from "~/api/pages";
import type { StripeEvent } from "~/api/types";
import { deskKeys, paymentAffects, paymentKeys, storedItemsKeys, stripeEventKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";

/** All customers' storage subscriptions, newest first, optionally of one status. */
export const deskSubscriptionsQuery = (status: string) =>
  deskListQuery(storageKeys.desk({ status }), "/api/storage-subscriptions", { status });

/** The properties whose items are to be picked up, stored or returned, newest first, optionally of one status. */
export const storedItemsQuery = (status: string) =>
  deskListQuery(storedItemsKeys.desk({ status }), "/api/stored-items", { status });

/** Record that the items from a property were picked up or returned. */
export function useRecordItems(addressId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (inStorage: boolean) =>
      api.patch("/api/stored-items/{address_id}", { path: { address_id: addressId }, body: { inStorage } }),
    onSettled: () => invalidate(queryClient, storedItemsKeys.all, storageKeys.all, deskKeys.all),
  });
}

/** Card payments that were refunded, disputed or declined. */
export function troubledPaymentsQuery() {
  const filters = { trouble: "1" };
  return deskListQuery(paymentKeys.desk(filters), "/api/payments", filters);
}

/** Stripe's events, newest first, optionally in one state. */
export function stripeEventsQuery(state: StripeEvent["state"] | null) {
  const query = state ? { state } : {};
  return listQuery(stripeEventKeys.desk(query), "/api/stripe/events", { query });
}

/** Process an event again. It may change whatever can be paid for, so all of that is refetched. */
export function useProcessEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post("/api/stripe/events/{event_id}/process", { path: { event_id: id } }),
    onSuccess: (event) => {
      putRow(queryClient, stripeEventKeys, event);
      void invalidate(queryClient, ...paymentAffects, storageKeys.all);
    },
  });
}
