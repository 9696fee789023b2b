import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, treeOrderKeys } from "~/api/keys";
import type { DeskTreeOrder, TreeOrderChange } from "~/api/types";
import { toast } from "~/ui/toast";
import { deskKeys } from "./keys";
import { putRow } from "./list-cache";
import { treeOrderRows } from "./rows";
import { handleSaveError } from "./save-error";
import { PAST_AT_FIRST } from "./was-it-done";

export const daySheetKey = [...treeOrderKeys.all, "day-sheet"] as const;

/** The filters for deliveries whose day has passed and that no one has marked as done. */
export const pastDeliveries = { pastUnmarked: "true", limit: PAST_AT_FIRST };

/** Other queries that depend on tree orders. */
export const treeAffects = [deskKeys.all, daySheetKey];

/** Move an order to its next step. If someone else has changed it first, show the order as it is now. */
export function useStepTreeOrder(order: DeskTreeOrder) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: TreeOrderChange) =>
      treeOrderRows.save(order.id, { ...change, updatedAt: order.updatedAt }),
    onSuccess: (saved) => {
      putRow(queryClient, treeOrderKeys, saved);
      void invalidate(queryClient, ...treeAffects, treeOrderKeys.desk(pastDeliveries));
      toast({ title: "Order updated" });
    },
    onError: (error) => handleSaveError(queryClient, treeOrderRows, order.id, error),
  });
}
