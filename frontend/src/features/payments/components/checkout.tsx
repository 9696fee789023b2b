import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { Purpose } from "../api";
import type { Ended, Outcome } from "../outcome";
import { useCheckout } from "../use-checkout";
import { PaymentForm } from "./card-form";
import { CardUnavailable } from "./card-unavailable";
import { Preparing } from "./preparing";

interface CheckoutProps {
  /** The name under which this browser stores the payment's key; null where the server ensures a single payment. */
  keyName: string | null;
  purpose: Purpose;
  /** The path of this page, to which the person's bank sends them back. */
  returnTo: string;
  /** The outcome if the person's bank has just sent them back. */
  returned: Outcome | null;
  /** Called with the amount that the card form will charge, in cents. */
  onAmount?: (amount: number) => void;
  /** Called when the server refuses to take the payment. */
  onRefused: (error: Error) => void;
  /** The button: "Complete Payment". */
  label?: string;
  /** Whether to ask visitors for the address that the receipt goes to. */
  asksForEmail?: boolean;
  /**
   * The content above the card form, and the placeholder until the form is ready. The defaults are for a whole page.
   */
  intro?: ReactNode;
  waiting?: ReactNode;
  /** The content below the card form. */
  notes?: ReactNode;
  /** Renders the confirmation of a payment that succeeded or is processing. `startAnother` starts another one. */
  done: (outcome: Ended, startAnother: () => void) => ReactNode;
}

/** One payment: the placeholder, the card form and the confirmation. */
export function Checkout({
  keyName,
  purpose,
  returnTo,
  returned,
  onAmount,
  onRefused,
  label = "Complete Payment",
  asksForEmail = false,
  intro = <CheckoutIntro />,
  waiting = <CheckoutWaiting />,
  notes,
  done,
}: CheckoutProps) {
  const checkout = useCheckout(keyName, purpose, returned);
  const { clientSecret, outcome, refusal, isUnavailable, unavailable, retry } = checkout;

  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    if (refusal) refused(refusal);
  }, [refusal]);

  const amount = outcome?.kind === "open" ? outcome.amount : 0;
  const reportAmount = useEffectEvent((cents: number) => onAmount?.(cents));
  useEffect(() => {
    if (amount > 0) reportAmount(amount);
  }, [amount]);

  if (outcome && outcome.kind !== "open") return done(outcome, checkout.startAnother);
  if (!clientSecret && !isUnavailable) return waiting;
  return (
    <>
      {intro}
      {isUnavailable && <CardUnavailable error={unavailable} onRetry={retry} />}
      {!isUnavailable && !outcome && <Preparing />}
      {!isUnavailable && clientSecret && outcome && (
        <PaymentForm
          clientSecret={clientSecret}
          returnTo={returnTo}
          label={label}
          asksForEmail={asksForEmail}
          failedTitle="Payment Failed"
          reason={outcome.reason}
          onOutcome={checkout.onOutcome}
        />
      )}
      {notes}
    </>
  );
}

function CheckoutIntro() {
  return (
    <>
      <h1 className="text-3xl">Complete Your Payment</h1>
      <p className="mt-2 mb-7 text-muted-foreground">
        Pay by card. You won't be charged until you select Complete Payment.
      </p>
    </>
  );
}

/** The placeholder until the card form is ready. */
export function CheckoutWaiting() {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      <Preparing />
    </>
  );
}
