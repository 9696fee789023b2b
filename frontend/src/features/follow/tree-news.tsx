import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { deliveredHow, moneyOf, type OrderMoney } from "~/features/trees";
import { firstName, formatDeadline, formatMoneyExact, responseDeadline } from "~/lib/format";
import { reminderWords } from "~/lib/reminder";
import { PhoneLink } from "~/ui/phone-link";
import type { News } from "./components/state-band";
import { daysUntil, formatFullDay } from "./format";

/** Return the heading and lead for the state of a tree order: who acts next, and by when. */
export function treeNews(order: TreeOrder): News {
  const { status, scheduledDeliveryDate: day } = order;
  if (statusIn("treeOrder", "calledOff", status)) {
    return {
      title: "This order was canceled",
      lead: (
        <>
          We won't bring a tree{canceledMoney[moneyOf(order)] ?? ""}. Is that a mistake? Call <PhoneLink />.
        </>
      ),
    };
  }
  if (!statusIn("treeOrder", "undelivered", status)) {
    return {
      title: "Your tree was delivered",
      lead: deliveredLead(order),
    };
  }
  if (day) return dayNews(order, day);
  return {
    title: "We have your order",
    lead: statusIn("treeOrder", "open", status) ? callBy(order) : <b>Next, we set your delivery day.</b>,
  };
}

/** How the sentence about a canceled order ends, by its payment state. */
const canceledMoney: Partial<Record<OrderMoney, string>> = {
  none: ", and nothing is charged",
  refunded: ", and your payment was refunded",
};

function deliveredLead(order: TreeOrder) {
  const thanks = `Thank you, ${firstName(order.customerName)}.`;
  if (moneyOf(order) !== "due") return `${thanks} Enjoy your tree.`;
  return (
    <>
      {thanks} <b>{formatMoneyExact(order.amountDue)} is still due.</b> Enjoy your tree.
    </>
  );
}

function dayNews({ treeSize }: TreeOrder, day: string): News {
  const days = daysUntil(day);
  if (days < 0) {
    return {
      title: `Delivery was planned for ${formatFullDay(day)}`,
      lead: (
        <>
          Still waiting for your tree? Call us at <PhoneLink />.
        </>
      ),
    };
  }
  return {
    title: `Your tree arrives ${days === 0 ? "today" : formatFullDay(day)}`,
    lead: [deliveredHow[treeSize], reminderWords(day)].join(" ").trim(),
  };
}

/** Return the sentence about our call and its deadline. */
function callBy({ customerPhone, createdAt }: TreeOrder) {
  const deadline = responseDeadline(createdAt);
  if (deadline.getTime() < Date.now()) {
    return (
      <>
        We'll call {customerPhone} to confirm the day. To talk to us now, call <PhoneLink />.
      </>
    );
  }
  return (
    <>
      We'll call {customerPhone} <b>by {formatDeadline(deadline)}</b> to confirm the day.
    </>
  );
}
