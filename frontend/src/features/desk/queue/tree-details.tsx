import { useQuery } from "@tanstack/react-query";
import { treeName } from "~/api/catalog-names";
import { hasFailed } from "~/api/failed";
import { statusLabel } from "~/api/statuses";
import type { DeskTreeOrder } from "~/api/types";
import { Picture } from "~/drawings/pictures";
import { OrderMoneyBadge } from "~/features/trees";
import { commaList, formatDay, formatMoneyExact } from "~/lib/format";
import { LoadFailed } from "~/ui/load-failed";
import { HistoryList } from "../shared/history-list";
import { customerFact, linkFact, treeOrderPath } from "../shared/record-links";
import { sourceFacts } from "../shared/source-words";
import type { QueueItem } from "../shared/types";
import { treeOrderQuery } from "./api";
import { DetailsFrame, DetailsPart, type DetailsProps, KeyValues } from "./details-frame";
import { isPaymentOrMessage } from "./kinds";
import { Opened } from "./opened";
import { StepBar } from "./step-bar";
import { Tries } from "./tries";
import { WhatHappened } from "./what-happened";

/** The details of a row about a tree: what was ordered, for when, the tries and the history. */
export function TreeDetails(props: DetailsProps & { orderId: string }) {
  const { row, orderId } = props;
  const { item } = row;
  const query = useQuery(treeOrderQuery(orderId));
  const { data: order } = query;
  return (
    <DetailsFrame {...props} footer={!row.gone && <StepBar item={item} />}>
      {hasFailed(query) && <LoadFailed query={query}>We couldn't load this order.</LoadFailed>}
      {isPaymentOrMessage(item) && <WhatHappened item={item} />}
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-4.5">
        {order ? (
          <Picture
            name={`tree-${order.treeSize}`}
            alt=""
            className="h-28 w-20 rounded-md bg-surface-2 object-contain object-bottom pt-2"
          />
        ) : (
          <span className="h-28 rounded-md bg-surface-2" />
        )}
        <OrderFacts item={item} orderId={orderId} order={order} />
      </div>
      {order?.notes && (
        <DetailsPart title="Notes">
          <p className="whitespace-pre-wrap wrap-anywhere">{order.notes}</p>
        </DetailsPart>
      )}
      <Tries subject="tree-orders" id={orderId} item={item} />
      <DetailsPart title="History">
        <HistoryList kind="tree-orders" id={orderId} />
      </DetailsPart>
    </DetailsFrame>
  );
}

interface OrderFactsProps {
  item: QueueItem;
  orderId: string;
  /** Undefined until loaded. */
  order: DeskTreeOrder | undefined;
}

function OrderFacts({ item, orderId, order }: OrderFactsProps) {
  const { streetAddress, city, customerKey } = item;
  const isOther = isPaymentOrMessage(item);
  const total = isOther ? order?.totalAmount : item.amount;
  return (
    <KeyValues
      items={[
        {
          label: "Tree",
          value: isOther ? order && treeName(order.treeSize) : item.summary.replaceAll("Christmas ", ""),
        },
        { label: "Total", value: total && formatMoneyExact(total) },
        { label: "Payment", value: order && <OrderMoneyBadge order={order} /> },
        { label: "Deliver to", value: commaList(streetAddress, city) },
        {
          label: "Preferred",
          value:
            order &&
            (order.preferredDeliveryDate ? formatDay(order.preferredDeliveryDate) : "No preferred day"),
        },
        { label: "Status", value: order && statusLabel("treeOrder", order.status) },
        ...sourceFacts(order),
        { label: "Link", value: order?.openedAt && <Opened at={order.openedAt} /> },
        linkFact("Tree order", treeOrderPath(orderId), "View tree order"),
        customerFact(customerKey, order && !order.userId),
      ]}
    />
  );
}
