import { HttpResponse, http } from "msw";
import { afterEach, vi } from "vitest";
import { dismissToast } from "~/ui/toast";
import { server } from "./server";

/** What a test needs to say of an intent. */
interface FakeIntent {
  status: string;
  amount?: number;
  last_payment_error?: { message: string };
}

type Answer = { error: { message: string; type: string } } | { intent: FakeIntent };

afterEach(() => {
  localStorage.clear();
  dismissToast();
  vi.unstubAllGlobals();
});

/**
 * Stripe.js for a test: a card form that is ready at once, and intents by their client secret. `confirms` says what
 * each press of the button comes to, one after the other; a success also changes the intent.
 */
export function serveStripe(confirms: Answer[] = [], intents: Record<string, FakeIntent> = {}) {
  const intentOf = (secret: string) => {
    intents[secret] ??= { status: "requires_payment_method", amount: 59900 };
    return intents[secret];
  };
  const confirm = vi.fn(async ({ clientSecret }: { clientSecret: string; confirmParams: unknown }) => {
    const answer = confirms.shift() ?? { intent: { status: "succeeded", amount: 59900 } };
    if ("intent" in answer) intents[clientSecret] = answer.intent;
    return answer;
  });
  const named = (name: string) => async (options: Parameters<typeof confirm>[0]) => {
    const answer = await confirm(options);
    return "intent" in answer ? { [name]: answer.intent } : answer;
  };
  const stripe = {
    elements: () => ({ create: () => cardForm(), submit: async () => ({}), update: vi.fn() }),
    confirmPayment: named("paymentIntent"),
    confirmSetup: named("setupIntent"),
    retrievePaymentIntent: async (secret: string) => ({ paymentIntent: intentOf(secret) }),
    retrieveSetupIntent: async (secret: string) => ({ setupIntent: intentOf(secret) }),
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
  };
  vi.stubGlobal("Stripe", () => stripe);
  // jsdom fetches no scripts.
  vi.spyOn(document.head, "append").mockImplementation((node) => {
    queueMicrotask(() => (node as Node).dispatchEvent(new Event("load")));
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  server.use(
    http.get("/api/payments/config", () =>
      HttpResponse.json({ publishableKey: "pk_test", scriptUrl: "https://stripe.test/stripe.js" }),
    ),
  );
  return { confirm, intents };
}

function cardForm() {
  return {
    on(event: string, tell: () => void) {
      if (event === "ready") queueMicrotask(tell);
    },
    off: vi.fn(),
    mount: (place: HTMLElement) => place.append("Card number"),
    update: vi.fn(),
    destroy: vi.fn(),
  };
}
