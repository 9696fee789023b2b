import { Suspense, useState } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";

const loadDialog = () => import("./door-dialog");
const DoorDialog = lazyPart(loadDialog, { title: "We couldn't load the form", atDesk: true });
/** Preload the dialog. If that fails, opening it tries again. */
const loadAhead = () => void loadDialog().catch(() => undefined);

/** The button that records cash or a check from the door. */
export function DoorPayment({ order }: { order: DeskTreeOrder }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Record payment of order ${shortId(order.id)}, ${order.customerName}`}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(true)}
      >
        Record payment
      </Button>
      {open && (
        <Suspense>
          <DoorDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
