import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { describe, expect, it } from "vitest";
import { confirm } from "./confirm";

const NO_RESPONSE = "We couldn't reach Stripe. Check your connection and try again.";
const failed = (reason: string | null) => ({ kind: "open", amount: 0, reason });
const open = { status: "requires_payment_method" };
const refused = { message: "Your bank refused." };

/** The results of submitting Stripe's form, of the confirmation (an Error is thrown), and of retrieving the intent. */
interface Said {
  form?: object;
  confirmation?: { error?: object; intent?: object } | Error;
  state?: { error?: object; intent?: object };
}

describe.each([
  ["a payment", "pi_1_secret_1"],
  ["saving a card", "seti_1_secret_1"],
])("the outcome of %s", (_, clientSecret) => {
  it.each<[string, Said, object | null]>([
    ["an incomplete form", { form: { type: "validation_error", message: "Incomplete" } }, null],
    ["a form that is refused", { form: { type: "api_error", message: "Oh" } }, failed("Oh")],
    ["a form that is refused without a word", { form: { type: "api_error" } }, failed(NO_RESPONSE)],
    ["a declined card", { confirmation: { error: { message: "Declined." } } }, failed("Declined.")],
    [
      "a declined card after another one",
      {
        confirmation: { error: { message: "Expired." } },
        state: { intent: { ...open, last_payment_error: refused, last_setup_error: refused } },
      },
      failed("Expired."),
    ],
    ["a script that fails", { confirmation: new Error("Frame gone") }, failed("Frame gone")],
    [
      "a lost response to what went through",
      { confirmation: { error: { message: "Lost" } }, state: { intent: { status: "succeeded" } } },
      { kind: "succeeded", amount: 0 },
    ],
    ["no response at all", { confirmation: { error: {} }, state: { error: {} } }, failed(NO_RESPONSE)],
    [
      "a closed prompt",
      { confirmation: { intent: open } },
      failed("The payment was not completed. Please try again."),
    ],
    [
      "a bank that refuses the card",
      { confirmation: { intent: { ...open, last_payment_error: refused, last_setup_error: refused } } },
      failed("Your bank refused."),
    ],
    [
      "a bank that takes its time",
      { confirmation: { intent: { status: "processing" } } },
      { kind: "processing", amount: 0 },
    ],
  ])("with %s", async (_, { form, confirmation = {}, state = { intent: open } }, outcome) => {
    // Each method returns its own kind of intent, and only for its own kind of secret.
    const respond = (name: string, prefix: string, said: Said["confirmation"]) => async (secret: string) => {
      expect(secret.startsWith(prefix)).toBe(true);
      if (said instanceof Error) throw said;
      return { error: said?.error, [name]: said?.intent };
    };
    const confirming = (name: string, prefix: string) => (options: { clientSecret: string }) =>
      respond(name, prefix, confirmation)(options.clientSecret);
    const stripe = {
      confirmPayment: confirming("paymentIntent", "pi_"),
      confirmSetup: confirming("setupIntent", "seti_"),
      retrievePaymentIntent: respond("paymentIntent", "pi_", state),
      retrieveSetupIntent: respond("setupIntent", "seti_", state),
    } as unknown as Stripe;
    const elements = { submit: async () => ({ error: form }) } as unknown as StripeElements;
    expect(await confirm({ stripe, elements, clientSecret, returnUrl: "https://here.test/" })).toEqual(
      outcome,
    );
  });
});
