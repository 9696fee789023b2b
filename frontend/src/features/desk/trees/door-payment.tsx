import { Suspense } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { shortId } from "~/lib/format";
import { loadAhead } from "~/lib/load-part";
import { DialogButton } from "~/ui/dialog-button";
import { lazyPart } from "~/ui/lazy-part";

const loadDialog = () => import("./door-dialog");
const DoorDialog = lazyPart(loadDialog, { title: "We couldn't load the form", atDesk: true });
const onIntent = loadAhead(loadDialog);

/** The button that records cash or a check from the door. */
export function DoorPayment({ order }: { order: DeskTreeOrder }) {
  return (
    <DialogButton
      aria-label={`Record payment of order ${shortId(order.id)}, ${order.customerName}`}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      dialog={(onClose) => (
        <Suspense>
          <DoorDialog order={order} onClose={onClose} />
        </Suspense>
      )}
    >
      Record payment
    </DialogButton>
  );
}
