import type { ReactNode } from "react";
import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { TreeDrawing } from "~/drawings/tree-drawing";
import { orderRows, PAY_ON_DELIVERY } from "~/features/trees";
import { shortId } from "~/lib/format";
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

/** A tree order from the form to the delivery, for its customer. */
export function FollowedTreeOrder({ order, viewer }: { order: TreeOrder; viewer: Viewer }) {
  const isStaff = viewer.is === "staff";
  const isUndelivered = statusIn("treeOrder", "undelivered", order.status);
  const toDo = isUndelivered && dayCard(order, isStaff);
  const ordered = (
    <FollowCard title="What you ordered">
      <SentRows rows={orderRows(order, isUndelivered ? PAY_ON_DELIVERY : null)} />
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
        first={toDo || ordered}
        side={toDo && ordered}
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

/** The delivery day, or the day that the customer would like until there is one. */
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
