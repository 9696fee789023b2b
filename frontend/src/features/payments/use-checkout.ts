import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { hasFailed } from "~/api/failed";
import { newKey } from "~/api/idempotency";
import { toast } from "~/ui/toast";
import { configQuery, intentQuery, isNotSetUp, outcomeQuery, type Purpose } from "./api";
import type { Ended, Outcome } from "./outcome";
import { readPaymentKey, renewPaymentKey } from "./payment-key";

interface Checkout {
  /** Identifies the payment at Stripe; undefined until the server has responded. */
  clientSecret: string | undefined;
  /** The payment's current state; undefined while it loads. */
  outcome: Outcome | undefined;
  /** Why the server can't take this payment. */
  refusal: Error | null;
  /** Whether there is no card form, since its settings failed to load or the server takes no cards at all. */
  isUnavailable: boolean;
  /** Why; null while they load again. */
  unavailable: Error | null;
  /** Load the settings again. */
  retry: () => Promise<unknown>;
  /** Record how the payment ended and show the toast. */
  onOutcome: (outcome: Ended) => void;
  /** Start another payment for the same purpose. */
  startAnother: () => void;
}

/** The state if Stripe did not respond. Showing the form is safe, since Stripe takes each payment only once. */
const UNKNOWN_OUTCOME: Outcome = { kind: "open", amount: 0, reason: null };

/**
 * Follow one payment from the first visit to its end.
 *
 * With a `keyName`, this browser stores the payment's key under that name until the person starts another payment, so
 * that a reload, a second tab and the back button show the same payment and its outcome. It is null if the server
 * itself prevents a second payment, such as for an invoice; each visit then asks what is due. `returned` is the outcome
 * if the person's bank has just sent them back to the page.
 */
export function useCheckout(keyName: string | null, purpose: Purpose, returned: Outcome | null): Checkout {
  const [key, setKey] = useState(() => (keyName ? readPaymentKey(keyName) : newKey()));
  const [ended, setEnded] = useState(returned && returned.kind !== "open" ? returned : null);
  const config = useQuery(configQuery);
  const intent = useQuery({ ...intentQuery(purpose, key), enabled: ended === null });
  const clientSecret = intent.data;
  // Without the settings there is no Stripe to ask.
  const current = useQuery({ ...outcomeQuery(clientSecret), enabled: !config.isError });
  const outcome = ended ?? current.data ?? (current.isError ? UNKNOWN_OUTCOME : undefined);

  const startAnother = useCallback(() => {
    setEnded(null);
    setKey((old) => (keyName ? renewPaymentKey(keyName, old) : newKey()));
  }, [keyName]);
  // A payment that was canceled elsewhere charged nothing and can't be paid anymore.
  const isCanceled = outcome?.kind === "canceled";
  useEffect(() => {
    if (isCanceled) startAnother();
  }, [isCanceled, startAnother]);

  return {
    clientSecret,
    isUnavailable: hasFailed(config),
    unavailable: config.error,
    retry: config.refetch,
    refusal: config.isPending || isNotSetUp(config.error) ? null : intent.error,
    outcome: isCanceled ? undefined : outcome,
    onOutcome: (next) => {
      showOutcomeToast(next);
      setEnded(next);
    },
    startAnother,
  };
}

/** Show the toast for a payment that succeeded or an attempt that failed. */
export function showOutcomeToast(outcome: Outcome) {
  if (outcome.kind === "succeeded") {
    toast({ title: "Payment Successful", description: "Thank you for your purchase!" });
  } else if (outcome.kind === "open" && outcome.reason) {
    toast({ title: "Payment Failed", description: outcome.reason, variant: "destructive" });
  }
}
