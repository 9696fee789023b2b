import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { contactChoiceKey, invalidate, treeOrderKeys } from "~/api/keys";
import { dayToInstant } from "~/lib/eastern";
import type { TreeOrderFormOutput } from "./schemas";

interface PlaceTreeOrder {
  order: TreeOrderFormOutput;
  idempotencyKey: string;
}

/** Return the request's body, without the optional fields that were left blank. */
function orderBody(order: TreeOrderFormOutput) {
  const { addressLine2, preferredDeliveryDate, notes, heardFrom, campaign, website, ...rest } = order;
  return {
    ...rest,
    ...(addressLine2 ? { addressLine2 } : {}),
    ...(preferredDeliveryDate ? { preferredDeliveryDate: dayToInstant(preferredDeliveryDate) } : {}),
    ...(notes ? { notes } : {}),
    ...(heardFrom ? { heardFrom } : {}),
    ...(campaign ? { campaign } : {}),
    ...(website ? { website } : {}),
  };
}

/** Place a tree order, then refetch the customer's orders and their phone number. */
export function usePlaceTreeOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: PlaceTreeOrder) =>
      api.post("/api/tree-orders", { body: orderBody(order), idempotencyKey }),
    onSuccess: () => invalidate(queryClient, treeOrderKeys.all, contactChoiceKey),
  });
}
