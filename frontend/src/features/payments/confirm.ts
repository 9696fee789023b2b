import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { type Outcome, outcomeOf, providerMessage, readOutcome } from "./outcome";

interface Confirmation {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  /** The URL on this site to which the person's bank sends them back. */
  returnUrl: string;
  /** The address that Stripe sends the receipt to; undefined if it is known already. */
  receiptEmail?: string | undefined;
}

const NOT_COMPLETED = "The payment was not completed. Please try again.";

/**
 * Pay with the card in the card form, or save it. Return the payment's state afterward, or null if the form is
 * incomplete, which Stripe shows on its fields. Never throws.
 *
 * If the connection is lost or another tab has paid first, the confirmation fails although the payment may have gone
 * through. So Stripe is asked for the state before the person is told to try again.
 */
export async function confirm(confirmation: Confirmation): Promise<Outcome | null> {
  const failure = await attempt(confirmation).catch((error: Error) => error.message);
  if (typeof failure !== "string") return failure;
  const outcome = await readOutcome(confirmation.stripe, confirmation.clientSecret).catch(() => null);
  if (outcome && outcome.kind !== "open") return outcome;
  return { kind: "open", amount: outcome?.amount ?? 0, reason: failure };
}

/** Return the state, Stripe's message if the attempt failed, or null if the form is incomplete. */
async function attempt(confirmation: Confirmation): Promise<Outcome | string | null> {
  const { stripe, elements, clientSecret, returnUrl, receiptEmail } = confirmation;
  const invalid = (await elements.submit()).error;
  if (invalid) return invalid.type === "validation_error" ? null : providerMessage(invalid);
  const options = {
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl, ...(receiptEmail && { receipt_email: receiptEmail }) },
    redirect: "if_required",
  } as const;
  const { error, intent } = clientSecret.startsWith("seti_")
    ? await stripe.confirmSetup(options).then(({ error, setupIntent }) => ({ error, intent: setupIntent }))
    : await stripe
        .confirmPayment(options)
        .then(({ error, paymentIntent }) => ({ error, intent: paymentIntent }));
  if (!intent) return providerMessage(error);
  const outcome = outcomeOf(intent);
  return outcome.kind === "open" ? { ...outcome, reason: outcome.reason ?? NOT_COMPLETED } : outcome;
}
