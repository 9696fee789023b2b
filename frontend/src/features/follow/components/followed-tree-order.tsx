import { type ReactNode, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { TreeDrawing } from "~/drawings/tree-drawing";
import { moneyOf, OrderPayment, orderRows } from "~/features/trees";
import { shortId } from "~/lib/format";
import { PAY } from "~/lib/paths";
import { Card } from "~/ui/card";
import { PhoneLink } from "~/ui/phone-link";
import { SentRows } from "~/ui/sent-card";
import { formatFullDay } from "../format";
import { treeNews } from "../tree-news";
import type { Viewer } from "../use-viewer";
import { DayRow } from "./day-row";
import { FollowCard, FollowLayout } from "./follow-layout";
import { KeepInAccount } from "./keep-in-account";
import { PreferredDay } from "./preferred-day";
import { StaffNote } from "./staff-note";
import { StateBand } from "./state-band";

/** The page of a tree order for its customer, with its payment. */
export function FollowedTreeOrder({ order, viewer }: { order: TreeOrder; viewer: Viewer }) {
  const isStaff = viewer.is === "staff";
  const isUndelivered = statusIn("treeOrder", "undelivered", order.status);
  const day = isUndelivered && dayCard(order, isStaff);
  const payment = isStaff ? null : <PaymentCard key={order.id} order={order} />;
  const ordered = (
    <FollowCard title="What you ordered">
      <SentRows rows={orderRows(order)} />
      <p className="text-sm text-muted-foreground">
        Something wrong? Call <PhoneLink />, or reply to one of our emails.
      </p>
    </FollowCard>
  );
  return (
    <>
      <StateBand
        {...treeNews(order)}
        reference={
          <>
            Order <span className="tabular-nums">{shortId(order.id)}</span> for {order.customerName},{" "}
            {order.addressLine1}, {order.city}
          </>
        }
        picture={<Tree order={order} />}
      />
      <FollowLayout
        first={
          <>
            {payment}
            {day || (isStaff && ordered)}
          </>
        }
        side={!isStaff || day ? ordered : null}
        rest={
          <>
            {isStaff && <StaffNote />}
            <KeepInAccount viewer={viewer} email={order.customerEmail} />
          </>
        }
      />
    </>
  );
}

/**
 * What is due, with the card form in place. The form starts open for someone who comes to pay or back from their bank,
 * and after the delivery.
 */
function PaymentCard({ order }: { order: TreeOrder }) {
  const { hash } = useLocation();
  const [params] = useSearchParams();
  const [isPaying] = useState(
    params.has("payment_intent_client_secret") ||
      (order.canPayOnline && (hash === `#${PAY}` || order.status === "delivered")),
  );
  if (moneyOf(order) === "none" && !isPaying) return null;
  return (
    <Card id={PAY} className="scroll-mt-4">
      <OrderPayment order={order} startsOpen={isPaying} level="h2" />
    </Card>
  );
}

/** The delivery day, or until it is set, the customer's preferred day. */
function dayCard(order: TreeOrder, isStaff: boolean): ReactNode {
  const { scheduledDeliveryDate: day, addressLine1, city } = order;
  if (day === null) return isStaff ? null : <PreferredDay order={order} />;
  return (
    <FollowCard title="Your delivery day">
      <DayRow day={day} title={formatFullDay(day)}>
        {addressLine1}, {city}
      </DayRow>
      <p className="text-sm text-muted-foreground">
        Need another day? Call <PhoneLink />.
      </p>
    </FollowCard>
  );
}

function Tree({ order }: { order: TreeOrder }) {
  return (
    <div className="bg-[#15304f] pt-4 pb-10 lg:rounded-t-panel">
      <TreeDrawing
        size={order.treeSize}
        lights={order.includeTreeLights}
        stand={order.includeTreeStand}
        ruler={false}
        className="mx-auto aspect-4/5 w-44 lg:w-52"
      />
    </div>
  );
}
