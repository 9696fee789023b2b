import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, treeOrderKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import type { DeskTreeOrder, TreeOrderChange } from "~/api/types";
import { toast } from "~/ui/toast";
import { deskKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";
import { treeOrderRows } from "../shared/rows";
import { handleSaveError } from "../shared/save-error";

export type TreeOrderFilters = DeskFilters<"/api/tree-orders">;

/** All customers' tree orders that match the filters. */
export const treeOrdersQuery = (filters: TreeOrderFilters) =>
  deskListQuery(treeOrderKeys.desk(filters), "/api/tree-orders", filters);

const DAY_SHEETS = [...treeOrderKeys.all, "day-sheet"] as const;

/** The deliveries of a day (`YYYY-MM-DD`) by city, and what to load. */
export const daySheetQuery = (day: string) =>
  queryOptions({
    queryKey: [...DAY_SHEETS, day],
    queryFn: ({ signal }) => api.get("/api/tree-orders/day-sheet", { query: { day }, signal }),
  });

/** Other queries that depend on tree orders. */
export const treeAffects = [deskKeys.all, DAY_SHEETS];

/** Move an order to its next step. If someone else has changed it first, show the order as it is now. */
export function useStepTreeOrder(order: DeskTreeOrder) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: TreeOrderChange) =>
      treeOrderRows.save(order.id, { ...change, updatedAt: order.updatedAt }),
    onSuccess: (saved) => {
      putRow(queryClient, treeOrderKeys, saved);
      void invalidate(queryClient, ...treeAffects);
      toast({ title: "Order updated" });
    },
    onError: (error) => handleSaveError(queryClient, treeOrderRows, order.id, error),
  });
}
