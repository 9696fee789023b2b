import { treeOrderKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";

/** The customer's own tree orders, newest first. */
export const myTreeOrdersQuery = () => listQuery(treeOrderKeys.mine, "/api/tree-orders");
