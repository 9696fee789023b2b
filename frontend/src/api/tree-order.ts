import { treeOrderKeys } from "./keys";
import { getQuery } from "./queries";

/** One tree order, for its owner or anyone with its link. Each page that shows it fetches it again. */
export const treeOrderQuery = (id: string) => ({
  ...getQuery(treeOrderKeys.one(id), "/api/tree-orders/{order_id}", { path: { order_id: id } }),
  gcTime: 0,
});
