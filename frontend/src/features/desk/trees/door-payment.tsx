import { Suspense } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { shortId } from "~/lib/format";
import { DialogButton } from "~/ui/dialog-button";
import { lazyPart } from "~/ui/lazy-part";

const loadDialog = () => import("./door-dialog");
const DoorDialog = lazyPart(loadDialog, { title: "We couldn't load the form", atDesk: true });
/** Preload the dialog. If that fails, opening it tries again. */
const loadAhead = () => void loadDialog().catch(() => undefined);

/** The button that records cash or a check from the door. */
export function DoorPayment({ order }: { order: DeskTreeOrder }) {
  return (
    <DialogButton
      aria-label={`Record payment of order ${shortId(order.id)}, ${order.customerName}`}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
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
