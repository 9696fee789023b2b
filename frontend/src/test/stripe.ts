import type { Appearance } from "@stripe/stripe-js";
import { act } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { server } from "./server";

/** The part of an intent that tests need. */
interface FakeIntent {
  status: string;
  amount?: number;
  last_payment_error?: { message: string };
  last_setup_error?: { message: string };
}

type FakeResult = { error: { message: string; type: string } } | { intent: FakeIntent };

/**
 * Mock Stripe.js: a card form that is ready at once, and intents by their client secret. `confirms` has the results of
 * the confirmations, in order; a success also updates the intent. Other intents have the `amount`, in cents.
 */
export function serveStripe(
  confirms: FakeResult[] = [],
  intents: Record<string, FakeIntent> = {},
  amount = 59900,
) {
  const intentOf = (secret: string) => {
    if (!secret) throw new Error("Stripe.js throws without a client secret");
    intents[secret] ??= { status: "requires_payment_method", amount };
    return intents[secret];
  };
  const confirm = vi.fn(async ({ clientSecret }: { clientSecret: string; confirmParams: unknown }) => {
    const result = confirms.shift() ?? { intent: { status: "succeeded", amount: 59900 } };
    if ("intent" in result) intents[clientSecret] = result.intent;
    return result;
  });
  const named = (name: string) => async (options: Parameters<typeof confirm>[0]) => {
    const result = await confirm(options);
    return "intent" in result ? { [name]: result.intent } : result;
  };
  const submit = vi.fn(async (): Promise<{ error?: { message: string; type: string } }> => ({}));
  const listeners = new Map<string, Listener>();
  const create = vi.fn((_kind: string, _options: unknown) => cardForm(listeners));
  const elements = vi.fn((_: { appearance: Appearance; customerSessionClientSecret?: string }) => ({
    create,
    submit,
    update: vi.fn(),
  }));
  const stripe = {
    elements,
    confirmPayment: named("paymentIntent"),
    confirmSetup: named("setupIntent"),
    retrievePaymentIntent: async (secret: string) => ({ paymentIntent: intentOf(secret) }),
    retrieveSetupIntent: async (secret: string) => ({ setupIntent: intentOf(secret) }),
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
  };
  vi.stubGlobal("Stripe", () => stripe);
  // jsdom does not load scripts.
  vi.spyOn(document.head, "append").mockImplementation((node) => {
    queueMicrotask(() => (node as Node).dispatchEvent(new Event("load")));
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  server.use(
    http.get("/api/payments/config", () =>
      HttpResponse.json({ publishableKey: "pk_test", scriptUrl: "https://stripe.test/stripe.js" }),
    ),
  );
  /** Dispatch an event of the card form, such as after loading or when a saved card is selected. */
  const report = (event: string, details: object) => act(() => listeners.get(event)?.(details));
  return { confirm, create, elements, intents, report, submit };
}

type Listener = (details?: object) => void;

function cardForm(listeners: Map<string, Listener>) {
  return {
    on(event: string, listener: Listener) {
      listeners.set(event, listener);
      if (event === "ready") queueMicrotask(listener);
    },
    off: vi.fn(),
    mount: (place: HTMLElement) => place.append("Card number"),
    update: vi.fn(),
    destroy: vi.fn(),
  };
}
