import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import { treeOrderKeys } from "./keys";

/** One tree order, for its owner or anyone with its link. Each page that shows it fetches it again. */
export const treeOrderQuery = (id: string) =>
  queryOptions({
    queryKey: treeOrderKeys.one(id),
    queryFn: ({ signal }) => api.get("/api/tree-orders/{order_id}", { path: { order_id: id }, signal }),
    gcTime: 0,
  });
