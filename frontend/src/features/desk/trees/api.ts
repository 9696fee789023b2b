import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { treeOrderKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import { daySheetKey, pastDeliveries } from "../shared/step-tree-order";

export type TreeOrderFilters = DeskFilters<"/api/tree-orders">;

/** All customers' tree orders that match the filters. */
export const treeOrdersQuery = (filters: TreeOrderFilters) =>
  deskListQuery(treeOrderKeys.desk(filters), "/api/tree-orders", filters);

/** The first deliveries whose day has passed and that no one has marked, the oldest first. */
export const pastDeliveriesQuery = () => treeOrdersQuery(pastDeliveries);

/** The deliveries of a day (`YYYY-MM-DD`) by city, and what to load. */
export const daySheetQuery = (day: string) =>
  queryOptions({
    queryKey: [...daySheetKey, day],
    queryFn: ({ signal }) => api.get("/api/tree-orders/day-sheet", { query: { day }, signal }),
  });
