import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { newKey } from "~/api/idempotency";
import { toast } from "~/ui/toast";
import { configQuery, intentQuery, isNotSetUp, outcomeQuery, type Purpose } from "./api";
import { keptKey, nextKey } from "./kept-key";
import type { Ended, Outcome } from "./outcome";

interface Checkout {
  /** What the card form pays; undefined until the server has said. */
  clientSecret: string | undefined;
  /** How the payment stands; undefined while it is asked. */
  outcome: Outcome | undefined;
  /** The server's refusal to take this payment. */
  refusal: Error | null;
  /** Why it takes no payment by card at all. */
  unavailable: Error | null;
  /** Takes note of how the payment ended, and says it. */
  onOutcome: (outcome: Ended) => void;
  /** Starts another payment for the same thing, on purpose. */
  again: () => void;
}

/** Stripe's answer did not come: the form can still be shown, for one payment can't be made twice at Stripe. */
const UNKNOWN: Outcome = { kind: "open", amount: 0, reason: null };

/**
 * One payment for one thing, from the first visit to its end.
 *
 * `kept` names the thing for this browser: its key is then kept until somebody asks for another payment, so that a
 * reload, a second tab and the back button all come to the same payment, and see how it ended. Null for what the
 * server itself knows to be one thing, such as an invoice; it then says anew with each visit what is due.
 * `returned` is how it went for somebody whom their bank sent back.
 */
export function useCheckout(kept: string | null, purpose: Purpose, returned: Outcome | null): Checkout {
  const [key, setKey] = useState(() => (kept ? keptKey(kept) : newKey()));
  const [ended, setEnded] = useState(returned && returned.kind !== "open" ? returned : null);
  const config = useQuery(configQuery);
  const intent = useQuery({ ...intentQuery(purpose, key), enabled: ended === null });
  const clientSecret = intent.data;
  const asked = useQuery({
    ...outcomeQuery(clientSecret ?? ""),
    enabled: ended === null && clientSecret !== undefined,
  });
  const outcome = ended ?? asked.data ?? (asked.isError ? UNKNOWN : undefined);

  const again = useCallback(() => {
    setEnded(null);
    setKey((old) => (kept ? nextKey(kept, old) : newKey()));
  }, [kept]);
  // Called off elsewhere: it can't be paid any more, and nothing was taken for it.
  const isCalledOff = outcome?.kind === "canceled";
  useEffect(() => {
    if (isCalledOff) again();
  }, [isCalledOff, again]);

  const unavailable = isNotSetUp(config.error) ? config.error : null;
  return {
    clientSecret,
    unavailable,
    refusal: config.isPending || unavailable ? null : intent.error,
    outcome: isCalledOff ? undefined : outcome,
    onOutcome: (next) => {
      sayOutcome(next);
      setEnded(next);
    },
    again,
  };
}

/** The toast that the end of a payment, or of an attempt, deserves. */
export function sayOutcome(outcome: Outcome) {
  if (outcome.kind === "succeeded") {
    toast({ title: "Payment Successful", description: "Thank you for your purchase!" });
  } else if (outcome.kind === "open" && outcome.reason) {
    toast({ title: "Payment Failed", description: outcome.reason, variant: "destructive" });
  }
}
