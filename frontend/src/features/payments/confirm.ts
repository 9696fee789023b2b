import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { type Outcome, outcomeOf, providerMessage, readOutcome } from "./outcome";

interface Confirmation {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  /** Where a bank that takes the person away sends them back to: an address of this site. */
  returnUrl: string;
}

const AGAIN = "The payment was not completed. Please try again.";

/**
 * Pay, or save the card, with what is in the card form. Return how it stands afterwards, or null if the form is
 * incomplete: Stripe's form says so at its fields, and nothing was tried. Never raises.
 *
 * A line that broke, and another tab that was faster, both fail here while the money may be on its way. Only Stripe
 * knows, so it is asked before anybody is told to pay again.
 */
export async function confirm(confirmation: Confirmation): Promise<Outcome | null> {
  const failure = await attempt(confirmation).catch((error: Error) => error.message);
  if (typeof failure !== "string") return failure;
  const outcome = await readOutcome(confirmation.stripe, confirmation.clientSecret).catch(() => null);
  if (outcome && outcome.kind !== "open") return outcome;
  return { kind: "open", amount: outcome?.amount ?? 0, reason: failure };
}

/** Return how it stands now, why it failed in the provider's words, or null for an incomplete form. */
async function attempt(confirmation: Confirmation): Promise<Outcome | string | null> {
  const { stripe, elements, clientSecret, returnUrl } = confirmation;
  const invalid = (await elements.submit()).error;
  if (invalid) return invalid.type === "validation_error" ? null : providerMessage(invalid);
  const options = {
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: "if_required",
  } as const;
  const { error, intent } = clientSecret.startsWith("seti_")
    ? await stripe.confirmSetup(options).then(({ error, setupIntent }) => ({ error, intent: setupIntent }))
    : await stripe
        .confirmPayment(options)
        .then(({ error, paymentIntent }) => ({ error, intent: paymentIntent }));
  if (!intent) return providerMessage(error);
  const outcome = outcomeOf(intent);
  return outcome.kind === "open" ? { ...outcome, reason: outcome.reason ?? AGAIN } : outcome;
}
