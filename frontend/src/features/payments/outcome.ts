import type { PaymentIntent, SetupIntent, Stripe } from "@stripe/stripe-js";

/**
 * The state at Stripe of a payment or of saving a card. An `open` one can be attempted; `reason` says why the last
 * attempt failed. Amounts are in cents, and 0 if a card is only saved.
 */
export type Outcome = { kind: "open"; amount: number; reason: string | null } | Ended;

/** A payment that must not be tried again. */
export interface Ended {
  kind: "processing" | "succeeded" | "canceled";
  amount: number;
}

const NO_RESPONSE = "We couldn't reach Stripe. Check your connection and try again.";

/** Return the state of an intent. */
export function outcomeOf(intent: PaymentIntent | SetupIntent): Outcome {
  const amount = "amount" in intent ? intent.amount : 0;
  switch (intent.status) {
    case "succeeded":
    case "processing":
    case "canceled":
      return { kind: intent.status, amount };
    default: {
      const error = "amount" in intent ? intent.last_payment_error : intent.last_setup_error;
      return { kind: "open", amount, reason: error?.message ?? null };
    }
  }
}

/** Return Stripe's message for a failure. */
export function providerMessage(error: { message?: string | undefined } | undefined): string {
  return error?.message ?? NO_RESPONSE;
}

/** Return whether a client secret belongs to a SetupIntent, which saves a card without charging it. */
const isSetup = (clientSecret: string) => clientSecret.startsWith("seti_");

/** Ask Stripe for the current state. Throw an Error with Stripe's message if it fails. */
export async function readOutcome(stripe: Stripe, clientSecret: string): Promise<Outcome> {
  if (isSetup(clientSecret)) {
    const { setupIntent, error } = await stripe.retrieveSetupIntent(clientSecret);
    if (!setupIntent) throw new Error(providerMessage(error));
    return outcomeOf(setupIntent);
  }
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
  if (!paymentIntent) throw new Error(providerMessage(error));
  return outcomeOf(paymentIntent);
}
