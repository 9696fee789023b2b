import type { Stripe, StripeConstructor } from "@stripe/stripe-js";

/** The scripts by URL, so that each is loaded only once. */
const scripts = new Map<string, Promise<void>>();

function loadScript(url: string): Promise<void> {
  const element = document.createElement("script");
  element.src = url;
  element.async = true;
  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => {
      // The next call tries again.
      element.remove();
      scripts.delete(url);
      reject(new Error("We couldn't load the secure card form."));
    });
  });
  document.head.append(element);
  return loaded;
}

/**
 * Load Stripe.js from Stripe's own host, as its terms require, and only on pages that take a card.
 * Throw an Error if the script can't be loaded or doesn't define `Stripe`.
 */
export async function loadStripe(config: { publishableKey: string; scriptUrl: string }): Promise<Stripe> {
  const { publishableKey, scriptUrl } = config;
  const script = scripts.get(scriptUrl) ?? loadScript(scriptUrl);
  scripts.set(scriptUrl, script);
  await script;
  const create = (window as { Stripe?: StripeConstructor }).Stripe;
  if (!create) throw new Error("We couldn't load the secure card form.");
  return create(publishableKey);
}
