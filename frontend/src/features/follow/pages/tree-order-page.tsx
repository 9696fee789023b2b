import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { treeOrderQuery } from "~/api/tree-order";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { markTreeOrderOpened } from "../api";
import { Followed } from "../components/followed";
import { FollowedTreeOrder } from "../components/followed-tree-order";

export const handle: PageHandle = { frame: "none" };

export function meta() {
  return privatePageMeta("Your tree order");
}

/** The page behind the private link of a tree order. */
export default function FollowTreeOrderPage() {
  const { id = "" } = useParams();
  const result = useQuery(treeOrderQuery(id));
  return (
    <Followed key={id} result={result} name="tree order" markOpened={() => markTreeOrderOpened(id)}>
      {(order, viewer) => <FollowedTreeOrder order={order} viewer={viewer} />}
    </Followed>
  );
}
