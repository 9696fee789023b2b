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
 * Pays, or keeps the card, with what stands in the card form. Answers how it stands afterwards and never raises.
 *
 * A line that broke, and another tab that was faster, both fail here while the money may be on its way. Only Stripe
 * knows, so it is asked before anybody is told to pay again.
 */
export async function confirm(confirmation: Confirmation): Promise<Outcome> {
  const failure = await attempt(confirmation).catch((error: Error) => error.message);
  if (typeof failure !== "string") return failure;
  const outcome = await readOutcome(confirmation.stripe, confirmation.clientSecret).catch(() => null);
  if (outcome && outcome.kind !== "open") return outcome;
  return { kind: "open", amount: outcome?.amount ?? 0, reason: failure };
}

/** How it stands now, or why it failed in the provider's words. */
async function attempt(confirmation: Confirmation): Promise<Outcome | string> {
  const { stripe, elements, clientSecret, returnUrl } = confirmation;
  const incomplete = (await elements.submit()).error;
  if (incomplete) return { kind: "open", amount: 0, reason: providerMessage(incomplete) };
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
