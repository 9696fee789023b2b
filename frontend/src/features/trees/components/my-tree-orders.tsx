import { treeAddOnNames, treeName } from "~/api/catalog-names";
import { useList } from "~/api/pages";
import type { TreeOrder } from "~/api/types";
import { commaList, formatDate, formatMoneyExact, shortId } from "~/lib/format";
import { followPath, paths, payTreePath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { myTreeOrdersQuery } from "../my-orders";
import { moneyOf, moneyRows } from "../order-money";
import { OrderMoneyBadge } from "./order-money-badge";

/** The customer's tree orders. */
export function MyTreeOrders() {
  const orders = useList(myTreeOrdersQuery());
  return (
    <ListView
      list={orders}
      name="tree orders"
      empty={
        <EmptyState
          level="h2"
          title="No tree orders yet"
          action={<ButtonLink to={paths.trees}>Order a tree</ButtonLink>}
        >
          Pick a tree and we'll call within 24 hours to confirm the day.
        </EmptyState>
      }
    >
      {(order) => <TreeOrderCard order={order} />}
    </ListView>
  );
}

function TreeOrderCard({ order }: { order: TreeOrder }) {
  const day = order.scheduledDeliveryDate ?? order.preferredDeliveryDate;
  return (
    <RecordCard
      id={`tree-order-${order.id}`}
      title={treeName(order.treeSize)}
      subtitle={
        <>
          Order <span className="tabular-nums">{shortId(order.id)}</span>, placed{" "}
          {formatDate(order.createdAt)}
        </>
      }
      aside={
        <>
          <StatusBadge kind="treeOrder" status={order.status} />
          <OrderMoneyBadge order={order} />
          <Amount>{formatMoneyExact(order.totalAmount)}</Amount>
        </>
      }
    >
      <Facts
        items={[
          {
            label: order.scheduledDeliveryDate ? "Delivery" : "Preferred day",
            value: day && formatDate(day),
          },
          { label: "Add-ons", value: treeAddOnNames(order).join(", ") },
          ...moneyRows(order),
          {
            label: "Deliver to",
            value: commaList(order.addressLine1, order.addressLine2, order.city),
            wide: true,
          },
        ]}
      />
      <NextStep order={order} />
    </RecordCard>
  );
}

/** The links to pay for an order and to follow it. */
function NextStep({ order }: { order: TreeOrder }) {
  const money = moneyOf(order);
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
      {money === "due" && (
        <ButtonLink to={payTreePath(order.id)} size="sm">
          Pay {formatMoneyExact(order.amountDue)} now
        </ButtonLink>
      )}
      <ButtonLink to={followPath("tree-orders", order.id)} size="sm" variant="outline">
        Follow your order
      </ButtonLink>
      {money === "callFirst" && (
        <p className="text-sm text-muted-foreground">
          We'll call you first: your address is outside New Hampshire.
        </p>
      )}
    </div>
  );
}
