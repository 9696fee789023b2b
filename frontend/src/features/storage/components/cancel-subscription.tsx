import { useState } from "react";
import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { formatDate } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useCancel } from "../api";

/** The button that cancels a subscription at the end of the paid month, after a confirmation. */
export function CancelSubscription({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, status, currentPeriodEnd } = subscription;
  const [asking, setAsking] = useState(false);
  const cancel = useCancel();
  const until = (end: string | null) =>
    end ? `until ${formatDate(end)}` : "until the end of the month you've paid for";
  const paidThrough =
    status === "active" && currentPeriodEnd
      ? `You're paid through ${formatDate(currentPeriodEnd)}.`
      : `Your storage continues ${until(currentPeriodEnd)}.`;

  const end = async () => {
    await attempt("Couldn't cancel the plan", async () => {
      const { endsAt } = await cancel.mutateAsync(id);
      toast({ title: "Plan canceled", description: `Your storage continues ${until(endsAt)}.` });
      // The button disappears, so the card takes the focus.
      scrollToSection(`storage-${id}`);
    });
    setAsking(false);
  };

  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        <span>
          Cancel plan<span className="sr-only">: {planName(plan)} storage</span>
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question={`Cancel ${planName(plan)} storage?`}
        description={`${paidThrough} After that you won't be charged. You can change your mind any time before then.`}
        cancel={<Button variant="outline">Keep plan</Button>}
        confirm={
          <Button variant="destructive" pendingLabel="Processing..." onClick={end}>
            Cancel plan
          </Button>
        }
      />
    </>
  );
}
