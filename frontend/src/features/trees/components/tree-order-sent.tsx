import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Mail, Phone } from "lucide-react";
import { treeOrderQuery } from "~/api/tree-order";
import type { TreeOrder } from "~/api/types";
import { TreeDrawing } from "~/drawings/tree-drawing";
import { formatDeadline, formatMoneyExact, responseDeadline } from "~/lib/format";
import { followPath } from "~/lib/paths";
import { Note } from "~/ui/note";
import { NumberedSteps } from "~/ui/numbered-steps";
import { PhoneLink } from "~/ui/phone-link";
import { SentCard, SentRows, thanks } from "~/ui/sent-card";
import { moneyOf } from "../order-money";
import { deliveredHow, orderRows } from "../order-rows";
import { orderTotal } from "../totals";
import { OrderPayment } from "./order-payment";

interface TreeOrderSentProps {
  order: TreeOrder;
  /** Whether it was just sent, not restored after a reload. */
  isFresh: boolean;
  onAgain: () => void;
}

/** The confirmation of a tree order: what was ordered, by when we call, and how to pay. */
export function TreeOrderSent({ order: sent, isFresh, onAgain }: TreeOrderSentProps) {
  // After a reload, the order may have been paid.
  const current = useQuery({ ...treeOrderQuery(sent.id), ...(isFresh && { initialData: sent }) });
  const order = current.data ?? sent;
  const deadline = formatDeadline(responseDeadline(order.createdAt));
  return (
    <div className="grid gap-10 pb-section lg:grid-cols-[7fr_4.4fr] lg:items-start">
      <SentCard
        title={`${thanks(order.customerName)}We have your order.`}
        icon={Phone}
        next={
          <>
            We'll call {order.customerPhone} <b className="font-[650] text-heading">by {deadline}</b> to
            confirm the day.
          </>
        }
        scrollTo={isFresh ? "page" : "nowhere"}
        follow={{
          label: "Follow your order",
          to: followPath("tree-orders", order.id),
          variant: current.data && moneyOf(order) === "due" ? "outline" : undefined,
        }}
        again="Order another tree"
        onAgain={onAgain}
      >
        {current.data && moneyOf(order) !== "none" && (
          <section aria-label="Payment" className="border-y border-border py-6">
            <OrderPayment order={order} level="h3" />
          </section>
        )}
        <div className="rounded-md bg-[#15304f] px-4 pt-4">
          <TreeDrawing
            size={order.treeSize}
            lights={order.includeTreeLights}
            stand={order.includeTreeStand}
            ruler={false}
            className="mx-auto aspect-4/5 w-44"
          />
        </div>
        <ChangedPrice order={order} />
        <SentRows rows={orderRows(order)} />
      </SentCard>
      <aside className="grid gap-5 lg:pt-14">
        <h2 className="text-2xl leading-[1.2]">What happens next</h2>
        <NumberedSteps steps={stepsOf(order)} />
        <Note icon={Mail}>
          <span className="wrap-anywhere">We sent a copy to {order.customerEmail}.</span> To change the day,
          follow your order. To change anything else, reply to the email or tell us when we call.
        </Note>
      </aside>
    </div>
  );
}

/**
 * A note if a price has changed since this page loaded, so that the form showed a different total than the order has.
 */
function ChangedPrice({ order }: { order: TreeOrder }) {
  const shown = formatMoneyExact(orderTotal(order) / 100);
  const total = formatMoneyExact(order.totalAmount);
  if (shown === total) return null;
  return (
    <Note icon={CircleAlert}>
      Our prices changed while you were ordering: the form showed {shown}, and your total is {total}. If that
      doesn't work for you, tell us when we call, or call us at <PhoneLink />.
    </Note>
  );
}

function stepsOf(order: TreeOrder) {
  const { treeSize, includeDisposal } = order;
  return [
    { title: "We call you", text: "To verify your order and confirm the delivery date and time." },
    {
      title: "We bring the tree",
      text: moneyOf(order) === "due" ? `${deliveredHow[treeSize]} You can pay then.` : deliveredHow[treeSize],
    },
    {
      title: "Enjoy it",
      text: includeDisposal
        ? "We pick it up again at the end of the season."
        : "Want it picked up in January? Tell us when we call.",
    },
  ];
}
