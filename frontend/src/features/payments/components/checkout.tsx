import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { Purpose } from "../api";
import type { Ended, Outcome } from "../outcome";
import { useCheckout } from "../use-checkout";
import { CardForm } from "./card-form";
import { CardUnavailable } from "./card-unavailable";
import { Preparing } from "./preparing";

interface CheckoutProps {
  /** What is paid for, where this browser is to keep it one payment; null where the server does. */
  kept: string | null;
  purpose: Purpose;
  /** The path of this page, for a bank that takes the person away. */
  returnTo: string;
  /** How it went, for somebody whom their bank sent back. */
  returned: Outcome | null;
  /** Called with what the card form will charge, in cents. */
  onAmount?: (amount: number) => void;
  /** Called when the server refuses to take the payment. */
  onRefused: (error: Error) => void;
  /** What to show once it is paid or being processed. `again` starts another payment. */
  done: (outcome: Ended, again: () => void) => ReactNode;
}

/** One payment, from "preparing" to its end. */
export function Checkout({ kept, purpose, returnTo, returned, onAmount, onRefused, done }: CheckoutProps) {
  const checkout = useCheckout(kept, purpose, returned);
  const { clientSecret, outcome, refusal, unavailable } = checkout;

  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    if (refusal) refused(refusal);
  }, [refusal]);

  const amount = outcome?.kind === "open" ? outcome.amount : 0;
  const tellAmount = useEffectEvent((cents: number) => onAmount?.(cents));
  useEffect(() => {
    if (amount > 0) tellAmount(amount);
  }, [amount]);

  if (outcome && outcome.kind !== "open") return done(outcome, checkout.again);
  if (!clientSecret && !unavailable) return <CheckoutWaiting />;
  return (
    <>
      <h1 className="text-3xl">Complete Your Payment</h1>
      <p className="mt-2 mb-7 text-muted-foreground">
        Pay by card. You won't be charged until you select Complete Payment.
      </p>
      {unavailable && <CardUnavailable error={unavailable} />}
      {clientSecret && !outcome && <Preparing />}
      {clientSecret && outcome && (
        <CardForm
          clientSecret={clientSecret}
          returnTo={returnTo}
          label="Complete Payment"
          failedTitle="Payment Failed"
          reason={outcome.reason}
          onOutcome={checkout.onOutcome}
        />
      )}
    </>
  );
}

/** Until there is something to pay with. */
export function CheckoutWaiting() {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      <Preparing />
    </>
  );
}
