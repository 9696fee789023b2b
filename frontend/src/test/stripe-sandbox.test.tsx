/// <reference types="node" />
import { readFileSync } from "node:fs";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeConstructor } from "@stripe/stripe-js";
import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { StrictMode, useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { aPerson } from "~/test/person";
import { server } from "./server";

const SECRET = "pi_1_secret_2";
const intent = (status: string) => ({ id: "pi_1", object: "payment_intent", client_secret: SECRET, status });
const PARTS = ["cards", "client", "style", "saved", "form", "dialog", "elements", "stripe"];

/** Load the Stripe.js that the sandbox serves. */
function load() {
  const folder = `${process.cwd()}/../tools/stripe_sandbox/js`;
  const source = PARTS.map((part) => readFileSync(`${folder}/${part}.js`, "utf8")).join("\n");
  new Function(`const SCRIPT = null;\n${source}`)();
}

beforeAll(load);

function make(): Stripe {
  return (window as unknown as { Stripe: StripeConstructor }).Stripe("pk_test_sandbox");
}

function Checkout({ onReady }: { onReady: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [said, setSaid] = useState("");
  const pay = async () => {
    if (!stripe || !elements) return;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: "https://shop.example/" },
      redirect: "if_required",
    });
    setSaid(error?.message ?? paymentIntent?.status ?? "");
  };
  return (
    <>
      <PaymentElement onReady={onReady} options={{ layout: "tabs" }} />
      <button type="button" onClick={() => void pay()}>
        Pay
      </button>
      <output>{said}</output>
    </>
  );
}

function field(name: string): HTMLInputElement {
  const root = document.querySelector(".StripeElement > div")?.shadowRoot;
  return root?.querySelector(`input[name=${name}]`) as HTMLInputElement;
}

it("works with Stripe's React components, and pays", async () => {
  const sent: URLSearchParams[] = [];
  server.use(
    http.get("*/v1/elements/sessions", () =>
      HttpResponse.json({
        object: "elements_session",
        customer: null,
        payment_intent: intent("requires_payment_method"),
      }),
    ),
    http.post("*/v1/payment_intents/pi_1/confirm", async ({ request }) => {
      sent.push(new URLSearchParams(await request.text()));
      return HttpResponse.json(intent("succeeded"));
    }),
  );
  const ready = vi.fn();
  render(
    <StrictMode>
      <Elements stripe={make()} options={{ clientSecret: SECRET }}>
        <Checkout onReady={ready} />
      </Elements>
    </StrictMode>,
  );
  await waitFor(() => expect(ready).toHaveBeenCalled());
  const user = aPerson();
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Your card number is incomplete.")).toBeVisible();
  expect(field("number")).toHaveAttribute("aria-invalid", "true");

  await user.type(field("number"), "4242424242424242");
  await user.type(field("expiry"), "1234");
  await user.type(field("cvc"), "123");
  await user.type(field("postalCode"), "03801");
  expect(field("number")).toHaveValue("4242 4242 4242 4242");
  expect(field("expiry")).toHaveValue("12 / 34");
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("succeeded")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.get("payment_method_data[card][number]")).toBe("4242424242424242");
  expect(sent[0]?.get("client_secret")).toBe(SECRET);
});
