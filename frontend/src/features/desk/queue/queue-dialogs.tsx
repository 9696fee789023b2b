import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import { Dialog } from "~/ui/dialog";
import { ErrorState } from "~/ui/error-state";
import { SkeletonRegion } from "~/ui/skeleton";
import { CallDialog } from "../shared/call-dialog";
import { quoteQuery } from "../shared/create-from-quote";
import { DeliveryDayDialog } from "../shared/delivery-day-dialog";
import { RefundDialog } from "../shared/refund-dialog";
import { ScheduleDialog } from "../shared/schedule-dialog";
import type { LoggedCall, QueueItem } from "../shared/types";
import { treeOrderQuery } from "./api";
import { AssignDialog } from "./assign-dialog";
import { KeepDialog } from "./keep-dialog";
import { callSubject, keyOf } from "./kinds";
import { type QueueDialogName, useQueueDesk } from "./queue-context";
import { paymentWords } from "./row-words";

interface QueueDialogsProps {
  dialog: { name: QueueDialogName; item: QueueItem };
  onClose: () => void;
}

/** The kinds of rows that are done once someone reaches the customer. */
const endedByReaching: readonly string[] = ["question", "silent", "tree_order", "message"];

/** The dialog of a row's next step. It is outside of the rows, which come and go. */
export default function QueueDialogs({ dialog: { name, item }, onClose }: QueueDialogsProps) {
  const { update, moveOn, refreshSoon } = useQueueDesk();
  const finish = () => {
    moveOn(item);
    update({ type: "settled", key: keyOf(item), at: Date.now() });
    refreshSoon();
  };
  const logged = ({ outcome, retryAt }: LoggedCall) => {
    if (outcome === "reached" && endedByReaching.includes(item.kind)) return finish();
    const tries = outcome === "reached" ? item.tries : item.tries + 1;
    update({ type: "put", item: { ...item, tries, retryAt }, now: Date.now() });
    refreshSoon();
  };
  const subject = callSubject(item);
  if (name === "call" && subject) {
    return (
      <CallDialog
        {...subject}
        name={item.customerName}
        phone={item.phone}
        preference={item.communicationPreference}
        onClose={onClose}
        onLogged={logged}
      />
    );
  }
  if (name === "day") return <DayDialog item={item} onClose={onClose} onScheduled={finish} />;
  if (name === "refund") {
    return (
      <RefundDialog
        paymentId={item.id}
        amount={item.amount ?? ""}
        description={paymentWords(item)}
        onClose={onClose}
        onRefunded={finish}
      />
    );
  }
  if (name === "assign") return <AssignDialog item={item} onClose={onClose} />;
  return name === "keep" ? <KeepDialog item={item} onClose={onClose} /> : null;
}

interface DayDialogProps {
  item: QueueItem;
  onClose: () => void;
  onScheduled: () => void;
}

/** Picks the day of a visit or of a delivery. */
function DayDialog(props: DayDialogProps) {
  const { quoteId, treeOrderId } = props.item;
  if (treeOrderId) return <DeliveryDay {...props} id={treeOrderId} />;
  return quoteId ? <VisitDay {...props} id={quoteId} /> : null;
}

function VisitDay({ item, id, onClose, onScheduled }: DayDialogProps & { id: string }) {
  // The server compares the quote's version, so an old copy would be refused.
  const query = useQuery({ ...quoteQuery(id), staleTime: 0 });
  const { data: quote } = query;
  if (!quote) return <LoadingDialog title="Schedule a visit" query={query} onClose={onClose} />;
  return (
    <ScheduleDialog
      quote={quote}
      kind={item.needsTakedown ? "takedown" : "installation"}
      onClose={onClose}
      onScheduled={(day) => day && onScheduled()}
    />
  );
}

function DeliveryDay({ id, onClose, onScheduled }: DayDialogProps & { id: string }) {
  const query = useQuery(treeOrderQuery(id));
  const { data: order } = query;
  if (!order) return <LoadingDialog title="Schedule the delivery" query={query} onClose={onClose} />;
  return <DeliveryDayDialog order={order} onClose={onClose} onScheduled={onScheduled} />;
}

interface LoadingDialogProps {
  title: string;
  query: Parameters<typeof hasFailed>[0] & { refetch: () => unknown; isFetching: boolean };
  onClose: () => void;
}

/** A dialog while its quote or order loads. */
function LoadingDialog({ title, query, onClose }: LoadingDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      {hasFailed(query) ? (
        <ErrorState atDesk title="We couldn't load the details" query={query} />
      ) : (
        <SkeletonRegion label="Loading the details" bar="h-24" />
      )}
    </Dialog>
  );
}
