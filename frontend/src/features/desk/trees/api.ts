import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type RequestBody } from "~/api/client";
import { invalidate, treeOrderKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import { freshQuery } from "~/api/queries";
import type { DeskTreeOrder } from "~/api/types";
import { analyticsKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";
import { treeOrderRows } from "../shared/rows";
import { daySheetKey, pastDeliveries, treeAffects } from "../shared/step-tree-order";

export type TreeOrderFilters = DeskFilters<"/api/tree-orders">;

/** All customers' tree orders that match the filters. */
export const treeOrdersQuery = (filters: TreeOrderFilters) =>
  deskListQuery(treeOrderKeys.desk(filters), "/api/tree-orders", filters);

/** The first past deliveries that aren't marked as delivered or canceled, oldest first. */
export const pastDeliveriesQuery = () => treeOrdersQuery(pastDeliveries);

/** The deliveries of a day (`YYYY-MM-DD`) by city, and what to load. */
export const daySheetQuery = (day: string) => ({
  ...freshQuery([...daySheetKey, day], "/api/tree-orders/day-sheet", { query: { day } }),
  // A sheet that is opened in the evening is printed in the morning.
  refetchInterval: 60_000,
});

/** A mutation that returns the order with its payments. After an error it is refetched, since it may be out of date. */
function usePaymentMutation<Variables>(mutationFn: (variables: Variables) => Promise<DeskTreeOrder>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (order) => {
      putRow(queryClient, treeOrderKeys, order);
      void invalidate(queryClient, ...treeAffects, analyticsKeys.all);
    },
    onError: () => invalidate(queryClient, treeOrderKeys.all),
  });
}

interface RecordPayment {
  id: string;
  payment: RequestBody<"/api/tree-orders/{order_id}/record-payment", "post">;
  idempotencyKey: string;
}

/** Record cash or a check from the door. The same key records it only once. */
export const useRecordPayment = () =>
  usePaymentMutation(({ id, payment, idempotencyKey }: RecordPayment) =>
    api.post("/api/tree-orders/{order_id}/record-payment", {
      path: { order_id: id },
      body: payment,
      idempotencyKey,
    }),
  );

interface ReversePayment {
  id: string;
  payment: string;
  note: string;
}

/** Reverse a recorded payment, so that its order is due again. */
export const useReversePayment = () =>
  usePaymentMutation(({ id, payment, note }: ReversePayment) =>
    api.post("/api/tree-orders/{order_id}/payments/{tree_payment_id}/take-back", {
      path: { order_id: id, tree_payment_id: payment },
      body: { note },
    }),
  );

/** While a customer pays with a QR code, ask whether the payment has come in: nothing else tells the driver. */
export function useAwaitPayment(order: DeskTreeOrder) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(async () => {
      const now = await treeOrderRows.fetch(order.id).catch(() => order);
      if (now.amountDue === order.amountDue) return;
      putRow(queryClient, treeOrderKeys, now);
      void invalidate(queryClient, ...treeAffects, analyticsKeys.all);
    }, 4_000);
    return () => clearInterval(timer);
  }, [queryClient, order]);
}

/** Make a private link to each of these orders that can be paid by card, and return them with their QR codes. */
export const usePaymentCodes = () =>
  useMutation({
    mutationFn: (orderIds: string[]) => api.post("/api/tree-orders/payment-codes", { body: { orderIds } }),
  });
