import "~/test/other-prices";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { renderAt } from "~/test/render";
import { aTreeOrder } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyTreeOrders } from "./components/my-tree-orders";
import TreesPage from "./pages/trees-page";
import { loadRules } from "./use-tree-order-form";

maskTimeZone();

// Wednesday, November 25, 2026, 10 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-25T15:00:00Z"));
beforeEach(() => server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>"))));
beforeEach(loadRules);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const openForm = () => renderAt("/christmas-trees", <TreesPage />);
/** There are two buttons: in the summary, and in the bar on phones. */
const placeOrder = (person: UserEvent) =>
  person.click(screen.getAllByRole("button", { name: "Place order" })[0] as HTMLElement);

async function fillIn(person: UserEvent, answers: Record<string, string>) {
  for (const [label, text] of Object.entries(answers)) {
    const field = screen.getByLabelText(label);
    await person.clear(field);
    await person.type(field, text);
  }
}

const ordered = aTreeOrder({
  ...{
    id: "0198a000-0000-7000-8000-0000000c0ffe",
    userId: null,
    status: "pending",
    createdAt: "2026-11-25T15:00:00Z",
  },
  ...{ customerName: "Maud Quimby", customerEmail: "maud@example.com", customerPhone: "603-555-0188" },
  ...{
    addressLine1: "8 Ferry Way",
    addressLine2: "Unit 2",
    city: "Rye",
    zipCode: "03870",
    notes: "Ring twice.",
  },
  ...{ treeSize: "premium_8_10ft", treePrice: "157.00", deliveryPrice: "67.00", totalAmount: "300.00" },
  ...{ amountDue: "300.00", includeTreeStand: true, includeTreeLights: false, includeDisposal: true },
  ...{ preferredDeliveryDate: null, scheduledDeliveryDate: null },
});

journey("a visitor orders a tree after two mistakes and pays for it", async ({ open, serve, step }) => {
  serve({
    "POST /api/tree-orders": refusal(400, "Please check the form.", { zipCode: ["We don't deliver there."] }),
  });
  await open(openForm);
  await step("Choose the largest tree", (person) =>
    person.click(screen.getByRole("radio", { name: /^Premium/ })),
  );
  await step("Add a stand and lights, and take the lights away", async (person) => {
    await person.click(screen.getByRole("checkbox", { name: /Stand/ }));
    await person.click(screen.getByRole("checkbox", { name: /Lights/ }));
    await person.click(screen.getByRole("checkbox", { name: /Disposal/ }));
    await person.click(screen.getByRole("checkbox", { name: /Lights/ }));
  });
  await step("Place the order without an address", async (person) => {
    await placeOrder(person);
    await screen.findByText("Name must be at least 2 characters");
  });
  await step("Fill in the form with a ZIP code far away", async (person) => {
    await fillIn(person, {
      ...{ "Full name": "Maud Quimby", Email: "maud@example.com", Phone: "603-555-0188", City: "Rye" },
      ...{ "Street address": "8 Ferry Way", ZIP: "99501" },
    });
    await person.type(screen.getByLabelText(/^Apartment/), "Unit 2");
    await person.type(screen.getByLabelText(/^Special/), "Ring twice.");
    await placeOrder(person);
  });
  serve({ "POST /api/tree-orders": HttpResponse.json(ordered, { status: 201 }) });
  await step("Correct it", async (person) => {
    await fillIn(person, { ZIP: "03870" });
    await placeOrder(person);
  });
  await step("Pay at delivery", (person) => person.click(button("Pay at delivery")));
  serveStripe(
    [
      { error: { message: "Your card was declined.", type: "card_error" } },
      { intent: { status: "succeeded", amount: 30000 } },
    ],
    {},
    30000,
  );
  serve({
    "POST /api/create-payment-intent": refusal(409, "It is being paid right now."),
    "GET /api/tree-orders/:id": ordered,
  });
  await step("Pay now, which is refused", (person) => person.click(button("Pay $300.00 now")));
  serve({ "POST /api/create-payment-intent": { clientSecret: "pi_1_secret_1" } });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Pay with a card that is declined", async (person) => {
    await person.click(button("Pay $300.00"));
    await screen.findByText(/^Your card was declined\. You can/);
  });
  serve({ "GET /api/tree-orders/:id": { ...ordered, amountPaid: "300.00", amountDue: "0.00" } });
  await step("Pay with another card", async (person) => {
    await person.click(button("Pay $300.00"));
    await screen.findByText("Your order is paid. We'll email your receipt.");
  });
  await step("Order another tree", (person) => person.click(button("Order another tree")));
});

journey("a customer's order is sent to a server that is down at first", async ({ open, serve, step }) => {
  signIn(customer);
  serve({ "POST /api/tree-orders": new HttpResponse(null, { status: 502 }) });
  await open(openForm);
  await step("Place the order", async (person) => {
    await fillIn(person, { "Street address": "8 Ferry Way", City: "Rye", ZIP: "03870", State: "me" });
    await person.type(screen.getByLabelText("Phone"), "603-555-0172");
    await person.click(screen.getByRole("checkbox", { name: /Wreath/ }));
    await person.click(screen.getByRole("checkbox", { name: /text/i }));
    await person.selectOptions(screen.getByLabelText(/^How did you hear/), "yard_sign");
    await placeOrder(person);
  });
  serve({ "POST /api/tree-orders": HttpResponse.json(aTreeOrder(), { status: 201 }) });
  await step("Place it again", placeOrder);
});

const due = aTreeOrder({
  ...{ id: "0198a000-0000-7000-8000-00000000a0a5", totalAmount: "171.00", amountDue: "171.00" },
  ...{ addressLine1: "3 Gosport Road", city: "Rye", createdAt: "2026-11-04T15:00:00Z" },
});
const maine = aTreeOrder({
  ...{ id: "0198a000-0000-7000-8000-00000000a0a9", totalAmount: "133.00", amountDue: "133.00", state: "ME" },
  ...{ canPayOnline: false, treeSize: "modest_6ft", scheduledDeliveryDate: null, city: "Kittery" },
});
const refunded = aTreeOrder({
  ...{
    id: "0198a000-0000-7000-8000-00000000a0a1",
    status: "cancelled",
    totalAmount: "222.00",
    amountDue: "0.00",
  },
  ...{ amountRefunded: "222.00", treeSize: "premium_8_10ft", includeWreaths: true, city: "Dover" },
});

journey("a customer's orders are loaded again, and one is paid", async ({ open, serve, step }) => {
  signIn(customer);
  serve({ "GET /api/tree-orders": refusal(500, "Try later.") });
  await open(() => renderAt("/tab", <MyTreeOrders />));
  serve({
    "GET /api/tree-orders": ({ query }) =>
      query.get("cursor")
        ? [refunded]
        : HttpResponse.json([maine, due], {
            headers: { Link: '<http://inner/api/tree-orders?cursor=abc>; rel="next"' },
          }),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Show more", (person) => person.click(button("Show more")));
  const order = () => within(screen.getAllByRole("article")[1] as HTMLElement);
  await step("Follow the second order", (person) =>
    person.click(order().getByRole("link", { name: "Follow your order" })),
  );
  await step("Pay it", (person) => person.click(order().getByRole("link", { name: "Pay $171.00 now" })));
});
