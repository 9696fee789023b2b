import type { Stripe, StripeConstructor } from "@stripe/stripe-js";

/** The script for each address, asked for once however many components want it. */
const scripts = new Map<string, Promise<void>>();

function loadScript(url: string): Promise<void> {
  const element = document.createElement("script");
  element.src = url;
  element.async = true;
  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => {
      // What did not come is asked for again the next time.
      element.remove();
      scripts.delete(url);
      reject(new Error("We couldn't load the secure card form."));
    });
  });
  document.head.append(element);
  return loaded;
}

/**
 * Stripe.js from its own host, as its terms ask: never bundled, and only in pages that take a card.
 * Raises an Error when the script does not come or is not what it should be.
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
