import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { treeOrderKeys } from "~/api/keys";
import { treeOrderQuery } from "~/api/tree-order";
import type { TreeOrder } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { followPath } from "~/lib/paths";
import type { Ended } from "../outcome";
import { type ConfirmationState, useConfirmation } from "../use-confirmation";
import { PaymentDone } from "./payment-done";
import { PaymentInPlace } from "./payment-in-place";

interface TreePaymentProps {
  order: TreeOrder;
  level: "h2" | "h3";
  /** The content below the card form. */
  notes: ReactNode;
  /** The payment state of an order that has nothing due anymore; null while something is due. */
  settled: ReactNode;
}

/**
 * The payment of a tree order, from the card form to the confirmation. The bank sends people back to the page behind
 * the order's link, which shows the order even after a reload.
 */
export function TreePayment({ order, level, notes, settled }: TreePaymentProps) {
  const queryClient = useQueryClient();
  const Heading = level;
  const amount = formatMoneyExact(order.amountDue);
  return (
    <PaymentInPlace
      purpose={{ treeOrderId: order.id }}
      amount={order.amountDue}
      label={`Pay ${amount}`}
      returnTo={followPath("tree-orders", order.id)}
      refetch={() => void queryClient.invalidateQueries({ queryKey: treeOrderKeys.one(order.id) })}
      intro={<Heading className="mb-5 text-2xl leading-[1.2]">Pay for your tree: {amount}</Heading>}
      notes={notes}
      settled={settled}
      done={(outcome) => <TreePaid order={order} level={level} outcome={outcome} />}
    />
  );
}

const words: Record<ConfirmationState, string> = {
  waiting: "Your order will show it in a moment.",
  there: "Your order is paid. We'll email your receipt.",
  late: "Your payment is processing. Please don't pay again; your order will update.",
};

interface TreePaidProps extends Pick<TreePaymentProps, "order" | "level"> {
  outcome: Ended;
}

/** Shown when Stripe has taken the payment. The order counts as paid once our server has confirmed it. */
function TreePaid({ order, level, outcome }: TreePaidProps) {
  const queryClient = useQueryClient();
  const [paidBefore] = useState(Number(order.amountPaid));
  const state = useConfirmation({
    ask: () => queryClient.fetchQuery({ ...treeOrderQuery(order.id), staleTime: 0 }),
    isThere: ({ amountPaid, amountDue }) => Number(amountDue) === 0 || Number(amountPaid) > paidBefore,
    invalidates: [treeOrderKeys.all],
  });
  return (
    <PaymentDone outcome={outcome} level={level}>
      {outcome.kind === "succeeded" && words[state]}
    </PaymentDone>
  );
}
