import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "~/ui/button";
import { barAtBottom } from "../shared/bar-height";
import { moneyPath } from "../shared/lists-elsewhere";
import type { QueueItem } from "../shared/types";
import { useIsOwner } from "../shared/use-is-owner";
import { isForOwners, nextStep } from "./next-step";
import { useQueueDesk } from "./queue-context";
import { useSendAgain } from "./step-cell";

/** What to do about payments, by status, that are not handled in the queue. Their rows then leave by themselves. */
const handledElsewhere: Record<string, ReactNode> = {
  disputed: (
    <>
      Answer or accept it under{" "}
      <Link to={moneyPath} className="text-link">
        Invoices, Money
      </Link>
      . It then leaves this list.
    </>
  ),
  payout_failed: "Correct the bank account in Stripe. This leaves the list once the next payout has arrived.",
};

/** The next step at the bottom of a row's details, where there is no conversation. */
export function StepBar({ item }: { item: QueueItem }) {
  const desk = useQueueDesk();
  const sendAgain = useSendAgain(item);
  const step =
    item.kind === "message" ? { label: "Send again", run: () => void sendAgain() } : nextStep(item);
  const forOwners = !useIsOwner() && isForOwners(step);
  const canKeep = ["owed", "refund_or_keep", "refund_failed"].includes(item.status);
  const isRecorded = canKeep && item.paymentId === null;
  const instructions = item.kind === "payment" ? handledElsewhere[item.status] : undefined;
  return (
    <div
      ref={barAtBottom}
      className="sticky bottom-0 flex flex-none flex-wrap items-center justify-end gap-2 border-t border-border bg-surface px-gutter py-3 lg:px-5"
    >
      {instructions && <p className="mr-auto text-xs text-muted-foreground">{instructions}</p>}
      {isRecorded && (
        <p className="mr-auto text-xs text-muted-foreground">
          To return the money, pay the customer back and reverse the payment on the{" "}
          {item.treeOrderId ? "tree order" : "invoice"}.
        </p>
      )}
      {canKeep && !isRecorded && (
        <Button size="sm" variant="outline" onClick={() => desk.openDialog("keep", item)}>
          Keep the money
        </Button>
      )}
      {forOwners && <p className="text-xs text-muted-foreground">Only owners can issue refunds.</p>}
      {step && !instructions && !forOwners && (
        <Button size="sm" variant="secondary" className="max-lg:flex-1" onClick={() => step.run(desk, item)}>
          {step.label}
        </Button>
      )}
    </div>
  );
}
