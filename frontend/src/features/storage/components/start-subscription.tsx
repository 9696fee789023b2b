import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, errorMessage } from "~/api/errors";
import { CardForm, type Ended, outcomeQuery, Preparing } from "~/features/payments";
import { formatMoney, formatMoneyExact } from "~/lib/format";
import { subscribePath } from "~/lib/paths";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { type Choice, startQuery } from "../api";

const NOT_LOADED = "Failed to load subscription options. Please try again.";

interface StartSubscriptionProps {
  choice: Choice;
  /** The monthly price, shown if Stripe doesn't report the amount due. */
  price: string;
  /** Why the payment failed, if the person's bank has just sent them back. */
  reason: string | null;
  /** Called when it is paid. `isNew` is true if it was just paid on this page. */
  onPaid: (outcome: Ended, isNew: boolean) => void;
}

/** The first payment of a plan. */
export function StartSubscription({ choice, price, reason, onPaid }: StartSubscriptionProps) {
  const { data: clientSecret, error, isFetching, refetch } = useQuery(startQuery(choice));
  const current = useQuery(outcomeQuery(clientSecret));
  const outcome = current.data;

  useEffect(() => {
    // An expired session shows its own toast.
    if (error && !(error instanceof ApiError && error.status === 401)) {
      toast({ title: "Error", description: NOT_LOADED, variant: "destructive" });
    }
  }, [error]);
  useEffect(() => {
    // It was paid in another tab or before a reload, or replaced when another tab selected a plan.
    if (outcome?.kind === "succeeded" || outcome?.kind === "processing") onPaid(outcome, false);
    // The form has requested another one already if it was canceled while the card was typed.
    if (outcome?.kind === "canceled") void refetch({ cancelRefetch: false });
  }, [outcome, onPaid, refetch]);

  const failure = outcome?.kind === "open" ? outcome.reason : null;
  if (error && !isFetching) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  const isKnown = current.isError || outcome?.kind === "open";
  if (!clientSecret || !isKnown) return <Preparing />;
  return (
    <div className="grid gap-5">
      <div className="border-t-[1.5px] border-border-strong pt-4">
        <p className="flex items-baseline justify-between gap-4">
          <span className="font-[650] text-heading">Due today</span>
          <span className="text-2xl font-bold text-heading tabular-nums">
            {formatMoneyExact(outcome ? outcome.amount / 100 : price)}
          </span>
        </p>
        <p className="text-sm text-muted-foreground">
          Then {formatMoney(price)} per month on the same card until you cancel.
        </p>
      </div>
      <CardForm
        clientSecret={clientSecret}
        returnTo={subscribePath(choice.plan)}
        label="Start Subscription"
        cardOnly
        failedTitle="Subscription Failed"
        reason={reason ?? failure}
        onOutcome={(next) => (next.kind === "canceled" ? void refetch() : onPaid(next, true))}
      />
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // If cards can't be taken, the server's message says why and whom to call.
  const isDown = error instanceof ApiError && error.status === 503;
  return (
    <div className="grid justify-items-start gap-4">
      <FormAlert>{isDown ? errorMessage(error) : NOT_LOADED}</FormAlert>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
