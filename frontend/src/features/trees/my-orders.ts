import { listQuery } from "~/api/pages";
import type { TreeOrder } from "~/api/types";

/** The customer's own tree orders, newest first. */
export const myTreeOrdersQuery = () => listQuery<TreeOrder>(["tree-orders", "mine"], "/api/tree-orders");
