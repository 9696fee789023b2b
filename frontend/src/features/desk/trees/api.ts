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

/** Everybody's tree orders, as filtered. */
export const treeOrdersQuery = (filters: TreeOrderFilters) =>
  deskListQuery(treeOrderKeys.desk(filters), "/api/tree-orders", filters);

const DAY_SHEETS = [...treeOrderKeys.all, "day-sheet"] as const;

/** What goes out on a day (`YYYY-MM-DD`), by town, with what to load. */
export const daySheetQuery = (day: string) =>
  queryOptions({
    queryKey: [...DAY_SHEETS, day],
    queryFn: ({ signal }) => api.get("/api/tree-orders/day-sheet", { query: { day }, signal }),
  });

/** What a change of an order shows in, beside the orders themselves. */
export const treeAffects = [deskKeys.all, DAY_SHEETS];

/** Takes an order a step further. When somebody else was faster, their state comes to the screen instead. */
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
