import type { PaymentIntent, SetupIntent, Stripe } from "@stripe/stripe-js";

/**
 * How a payment, or the keeping of a card, stands, as Stripe says. `open`: it can be tried, or tried again, and
 * `reason` says why it failed the last time. Amounts in cents; 0 where a card is only kept.
 */
export type Outcome = { kind: "open"; amount: number; reason: string | null } | Ended;

/** What is not to be tried again. */
export interface Ended {
  kind: "processing" | "succeeded" | "canceled";
  amount: number;
}

const NO_RESPONSE = "We couldn't reach Stripe. Check your connection and try again.";

/** What an intent means for the person whose card it is. */
export function outcomeOf(intent: PaymentIntent | SetupIntent): Outcome {
  const amount = "amount" in intent ? intent.amount : 0;
  switch (intent.status) {
    case "succeeded":
    case "processing":
    case "canceled":
      return { kind: intent.status, amount };
    case "requires_capture":
      return { kind: "succeeded", amount };
    default: {
      const error = "amount" in intent ? intent.last_payment_error : intent.last_setup_error;
      return { kind: "open", amount, reason: error?.message ?? null };
    }
  }
}

/** The provider's words for a failure. */
export function providerMessage(error: { message?: string | undefined } | undefined): string {
  return error?.message ?? NO_RESPONSE;
}

/** The secret of a SetupIntent, which keeps a card and takes no money, is told by its name. */
const isSetup = (clientSecret: string) => clientSecret.startsWith("seti_");

/** Asks Stripe how it stands. Raises an Error with the provider's words. */
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
