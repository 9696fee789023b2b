import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { listQuery } from "~/api/pages";
import type { TreeOrder } from "~/api/types";
import { sayFailed } from "~/lib/say-failed";
import { toast } from "~/ui/toast";
import { rowFetcher } from "../shared/fetch-row";
import { putRow } from "../shared/list-cache";
import type { DaySheet } from "../shared/types";
import { listPath } from "../shared/use-desk-params";

/** Everybody's tree orders, as filtered. The filters bear the names of the API. */
export function treeOrdersQuery(filters: Record<string, string>) {
  const path = listPath("/api/tree-orders", { scope: "admin", ...filters });
  return listQuery<TreeOrder>(["tree-orders", "admin", path], path);
}

/** What goes out on a day (`YYYY-MM-DD`), by town, with what to load. */
export const daySheetQuery = (day: string) =>
  queryOptions({
    queryKey: ["tree-orders", "day-sheet", day],
    queryFn: ({ signal }) => api.get<DaySheet>(listPath("/api/tree-orders/day-sheet", { day }), { signal }),
  });

/** The order as it is now. */
export const fetchTreeOrder = rowFetcher<TreeOrder>("tree-orders");

/** What a change of an order shows in, beside the orders themselves. */
export const treeAffects = [["desk"], ["tree-orders", "day-sheet"]] as const;

export interface TreeOrderChange {
  status?: TreeOrder["status"];
  scheduledDeliveryDate?: string | null;
}

/** Takes an order a step further. When somebody else was faster, their state comes to the screen instead. */
export function useStepTreeOrder(order: TreeOrder) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: TreeOrderChange) =>
      api.patch<TreeOrder>(`/api/tree-orders/${order.id}`, { ...change, updatedAt: order.updatedAt }),
    onSuccess: (saved) => {
      putRow(queryClient, "tree-orders", saved);
      for (const queryKey of treeAffects) void queryClient.invalidateQueries({ queryKey });
      toast({ title: "Order Updated" });
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) {
        const now = await fetchTreeOrder(order.id).catch(() => null);
        if (now) putRow(queryClient, "tree-orders", now);
      }
      sayFailed(error, "Update Failed");
    },
  });
}
