import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { catalog } from "~/api/catalog.gen";
import type { TreeOrder } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { factsOf } from "~/test/facts";
import { hold } from "~/test/held";
import { asReloaded } from "~/test/reloaded";
import { hydrateAt, renderAt } from "~/test/render";
import { aTreeOrder } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import TreesPage from "./pages/trees-page";
import { orderTotal } from "./totals";

interface Sent {
  body: Record<string, unknown>;
  key: string | null;
}

let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>")));
});

const aGuestOrder = (values?: Partial<TreeOrder>) => aTreeOrder({ userId: null, ...values });
const aGuestsOrder = () => HttpResponse.json(aGuestOrder(), { status: 201 });
const aCustomersOrder = () => HttpResponse.json(aTreeOrder(), { status: 201 });

/** Respond to tree orders once `held` resolves, and record the requests. */
function takeOrders(answer: () => Response = aGuestsOrder, held?: Promise<void>) {
  server.use(
    http.post("/api/tree-orders", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ body, key: request.headers.get("Idempotency-Key") });
      await held;
      return answer();
    }),
  );
}

function visit() {
  const page = renderAt("/christmas-trees", <TreesPage />);
  const total = () => screen.getByText("Order summary").parentElement?.querySelector("[aria-live]");
  // There are two: one in the summary and one in the bar on phones.
  const [submit] = screen.getAllByRole("button", { name: "Place order" });
  return { ...page, total, submit: submit as HTMLButtonElement };
}

async function fillIn(person: ReturnType<typeof visit>["person"]) {
  const answers = {
    "Full name": "Eleanor Hayes",
    Email: "eleanor@example.com",
    Phone: "603-555-0172",
    "Street address": "41 Marcy Street",
    City: "Portsmouth",
    ZIP: "03801",
  };
  for (const [label, text] of Object.entries(answers)) {
    await person.clear(screen.getByLabelText(label));
    await person.type(screen.getByLabelText(label), text);
  }
}

const sum = (choice: Parameters<typeof orderTotal>[0]) => formatMoneyExact(orderTotal(choice) / 100);
const tree = (name: RegExp) => screen.getByRole("radio", { name });
const addOn = (name: RegExp) => screen.getByRole("checkbox", { name });

describe("choosing a tree", () => {
  it("shows how each tree is delivered, and that nothing is charged with the order", () => {
    visit();
    for (const { service } of catalog.treeSizes) expect(screen.getByText(service)).toBeVisible();
    expect(
      screen.getByText(/^Nothing is charged now\. Pay online after you order, or by cash, check or card/),
    ).toBeVisible();
  });

  it("offers to pay online after ordering, except outside New Hampshire", async () => {
    const { person } = visit();
    const words = () => screen.getByText(/^Nothing is charged now\./);
    const zip = screen.getByLabelText("ZIP");
    for (const inside of ["0", "03", "038", "03801", "03079-1234", "04"]) {
      await person.clear(zip);
      await person.type(zip, inside);
      expect(words()).toHaveTextContent("Pay online after you order");
    }
    for (const outside of ["039", "03904", "01950"]) {
      await person.clear(zip);
      await person.type(zip, outside);
      expect(words()).toHaveTextContent("we'll call you first to confirm your total");
      expect(words()).not.toHaveTextContent("Pay online");
    }
  });

  it("doesn't offer to pay online for a ZIP that was filled in before the scripts ran", async () => {
    hydrateAt("/christmas-trees", <TreesPage />, (page) =>
      fireEvent.input(within(page).getByLabelText("ZIP"), { target: { value: "03904" } }),
    );
    expect(await screen.findByText(/we'll call you first to confirm your total/)).toBeVisible();
    expect(screen.getByLabelText("ZIP")).toHaveValue("03904");
  });

  it("starts with the modest tree, New Hampshire and no add-ons", () => {
    const { total } = visit();
    expect(tree(/Modest 6 ft/)).toBeChecked();
    const named = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
    expect(named[0]).toContain("Modest 6 ft Standard Tree$70 + $30 delivery");
    expect(named[1]).toContain("Higher Quality 7-8 ft Tree$100 + $40 delivery");
    expect(named[2]).toContain("Premium 8-10 ft Tree$150 + $60 delivery");
    expect(screen.getByLabelText("State")).toHaveValue("NH");
    expect(screen.getByLabelText("State")).toHaveAttribute("maxlength", "2");
    for (const box of screen.getAllByRole("checkbox")) expect(box).not.toBeChecked();
    expect(total()).toHaveTextContent(sum({ treeSize: "modest_6ft" }));
  });

  it("updates the total and draws the add-ons on the chosen tree", async () => {
    const { person, total, container } = visit();
    await person.click(tree(/Premium 8-10 ft/));
    expect(total()).toHaveTextContent(sum({ treeSize: "premium_8_10ft" }));
    await person.click(addOn(/Christmas Tree Stand/));
    await person.click(addOn(/Disposal/));
    expect(total()).toHaveTextContent(
      sum({ treeSize: "premium_8_10ft", includeTreeStand: true, includeDisposal: true }),
    );
    expect(factsOf(screen.getByRole("complementary", { name: "Your order" }))).toEqual({
      "Premium 8-10 ft Tree": "$150.00",
      Delivery: "$60.00",
      "Christmas Tree Stand": "$20.00",
      "End of Season Christmas Tree Disposal": "$50.00",
      Total: "$280.00",
    });
    expect(container.querySelector("[data-bottom-bar]")).toHaveTextContent("Total $280.00");
    expect(container.querySelector('[data-size="premium_8_10ft"]')).toHaveAttribute("data-stand", "true");
    expect(container.querySelector('[data-size="modest_6ft"]')).toHaveAttribute("data-stand", "false");
    for (const picture of container.querySelectorAll("[data-lights]"))
      expect(picture).toHaveAttribute("data-lights", "false");
    await person.click(addOn(/Lights/));
    for (const { id } of catalog.treeSizes)
      expect(container.querySelector(`[data-size="${id}"]`)).toHaveAttribute(
        "data-lights",
        String(id === "premium_8_10ft"),
      );
    await person.click(addOn(/Lights/));
    await person.click(addOn(/Disposal/));
    expect(total()).toHaveTextContent(sum({ treeSize: "premium_8_10ft", includeTreeStand: true }));
  });
});

describe("ordering", () => {
  it("shows progress, then a confirmation, and an empty form for another tree", async () => {
    const { held, release } = hold();
    takeOrders(undefined, held);
    const { person, submit, total } = visit();
    await person.click(tree(/Higher Quality/));
    await person.click(addOn(/Lights/));
    await fillIn(person);
    await person.clear(screen.getByLabelText("State"));
    await person.type(screen.getByLabelText("State"), "me");
    await person.click(submit);
    await waitFor(() => expect(submit).toHaveAttribute("aria-disabled", "true"));
    expect(submit).toHaveAccessibleName("Submitting Order...");
    release();
    expect(await screen.findByText("Order Submitted!")).toBeVisible();
    expect(screen.getByText("We'll contact you shortly to schedule your tree delivery.")).toBeVisible();
    expect(sent).toEqual([
      {
        key: expect.stringMatching(/.{8,128}/),
        body: {
          customerName: "Eleanor Hayes",
          customerEmail: "eleanor@example.com",
          customerPhone: "603-555-0172",
          addressLine1: "41 Marcy Street",
          city: "Portsmouth",
          state: "ME",
          zipCode: "03801",
          treeSize: "quality_7_8ft",
          includeTreeStand: false,
          includeTreeLights: true,
          includeWreaths: false,
          includeDisposal: false,
          textUpdates: false,
        },
      },
    ]);
    await person.click(screen.getByRole("button", { name: "Order another tree" }));
    expect(screen.getByRole("heading", { name: "Choose your tree" })).toHaveFocus();
    expect(screen.getByLabelText("Full name")).toHaveValue("");
    expect(screen.getByLabelText("State")).toHaveValue("NH");
    expect(tree(/Modest 6 ft/)).toBeChecked();
    expect(total()).toHaveTextContent(sum({ treeSize: "modest_6ft" }));
    await fillIn(person);
    await person.click(screen.getAllByRole("button", { name: "Place order" })[0] as HTMLElement);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("confirms everything that was ordered, as stored by the server", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-19T15:46:30Z"), toFake: ["Date"] });
    const order = aGuestOrder({
      customerName: "Lucia Prentiss",
      addressLine2: "Unit 3",
      createdAt: "2026-11-19T15:46:00Z",
      notes: "Behind the barn",
    });
    takeOrders(() => HttpResponse.json(order, { status: 201 }));
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    const heading = await screen.findByRole("heading", {
      level: 2,
      name: "Thanks, Lucia. We have your order.",
    });
    expect(heading).toHaveFocus();
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
    expect(screen.getByText(/^We'll call 603-555-0172/)).toHaveTextContent(
      /by 10:46 AM( Eastern)? tomorrow \(Fri, Nov 20\) to confirm the day\.$/,
    );
    const answer = (label: string) => screen.getByText(label, { selector: "dt" }).nextElementSibling;
    expect(answer("Tree")).toHaveTextContent("Higher Quality 7-8 ft Tree, $100.00");
    expect(answer("Delivery")).toHaveTextContent("$40.00");
    expect(answer("Add-ons")).toHaveTextContent("Christmas Tree Stand, $20.00");
    expect(answer("Total")).toHaveTextContent("$160.00");
    expect(answer("Deliver to")).toHaveTextContent("41 Marcy Street Unit 3 Portsmouth, NH 03801");
    expect(answer("Preferred day")).toHaveTextContent("Sat, Dec 5");
    expect(answer("Name")).toHaveTextContent("Lucia Prentiss");
    expect(answer("Phone")).toHaveTextContent("603-555-0172");
    expect(answer("Email")).toHaveTextContent("eleanor@example.com");
    expect(answer("Instructions")).toHaveTextContent("Behind the barn");
    expect(answer("Reference")).toHaveTextContent("7be2d310");
    expect(screen.getByText("We drop it off at your door. You can pay then.")).toBeVisible();
    expect(screen.getByText("Want it picked up in January? Tell us when we call.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Follow your order" })).toHaveAttribute(
      "href",
      `/follow/tree-orders/${order.id}`,
    );
    vi.useRealTimers();
  });

  it("shows which fields are missing and sends nothing", async () => {
    takeOrders();
    const { person, submit } = visit();
    await person.click(submit);
    expect(await screen.findByText("Name must be at least 2 characters")).toBeVisible();
    for (const message of [
      "Invalid email address",
      "Phone number must be at least 10 digits",
      "Please provide a street address",
      "City is required",
      "Invalid ZIP code format",
    ]) {
      expect(screen.getByText(message)).toBeVisible();
    }
    expect(screen.getByText(/^Six things need another look/)).toBeVisible();
    expect(screen.getByLabelText("Full name")).toHaveFocus();
    expect(screen.getByLabelText("ZIP")).toHaveAccessibleDescription("Invalid ZIP code format");
    expect(sent).toEqual([]);
  });

  it("keeps the input and the idempotency key when it fails", async () => {
    takeOrders(() => HttpResponse.json({ message: "The trees are sold out." }, { status: 503 }));
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    expect(await screen.findByText("Order Failed")).toBeVisible();
    expect(screen.getAllByText("The trees are sold out.").length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes");
    takeOrders();
    await waitFor(() => expect(submit).not.toHaveAttribute("aria-disabled"));
    await person.click(submit);
    expect(await screen.findByText("Order Submitted!")).toBeVisible();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it("shows a default message when the server sends none", async () => {
    takeOrders(() => new HttpResponse(null, { status: 502 }));
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    expect(await screen.findByText("Please try again or contact us directly.")).toBeVisible();
    expect(screen.getByText("Failed to create order")).toBeVisible();
  });

  it("shows the server's message at its field", async () => {
    takeOrders(() =>
      HttpResponse.json(
        { message: "Please check your answers.", errors: { zipCode: ["We don't deliver there"] } },
        { status: 400 },
      ),
    );
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    expect(await screen.findByText("We don't deliver there")).toBeVisible();
    expect(screen.getByLabelText("ZIP")).toHaveAccessibleDescription("We don't deliver there");
    await waitFor(() => expect(screen.getByLabelText("ZIP")).toHaveFocus());
  });
});

describe("a signed-in customer", () => {
  it("has name and email filled in and goes to My Services after ordering", async () => {
    signIn(customer);
    takeOrders(aCustomersOrder);
    const { person, submit, router } = visit();
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes"));
    expect(screen.getByLabelText("Email")).toHaveValue("eleanor@example.com");
    await fillIn(person);
    await person.click(submit);
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
  });

  it("goes to My Services even if the profile has not loaded when the order succeeds", async () => {
    const { held, release } = hold();
    signIn(customer);
    server.use(
      http.get("/api/auth/user", async () => {
        await held;
        return HttpResponse.json(customer);
      }),
    );
    takeOrders(aCustomersOrder);
    const { person, submit, router } = visit();
    await fillIn(person);
    await person.click(submit);
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    release();
  });

  it("keeps text typed before the profile loads", async () => {
    const { held, release } = hold();
    signIn(customer);
    server.use(
      http.get("/api/auth/user", async () => {
        await held;
        return HttpResponse.json(customer);
      }),
    );
    const { person } = visit();
    await person.type(screen.getByLabelText("Full name"), "Nora");
    release();
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue("eleanor@example.com"));
    expect(screen.getByLabelText("Full name")).toHaveValue("Nora");
  });
});

describe("an unsent order", () => {
  const fields = {
    "Full name": "Nora Quint",
    Email: "nora@example.com",
    Phone: "603-555-0188",
    "Street address": "9 Bow Street",
    "Apartment, suite or unit (optional)": "Unit 3",
    City: "Exeter",
    State: "ME",
    ZIP: "03833",
    "Special instructions (optional)": "Behind the barn",
  };

  async function fillInEverything({ person }: ReturnType<typeof visit>) {
    await person.click(tree(/Higher Quality/));
    for (const name of [/Stand/, /Lights/, /Wreath/, /Disposal/, /text updates/])
      await person.click(addOn(name));
    for (const [label, text] of Object.entries(fields)) {
      await person.clear(screen.getByLabelText(label));
      await person.type(screen.getByLabelText(label), text);
    }
    await person.click(screen.getByLabelText(/Preferred delivery date/));
    const days = within(await screen.findByRole("dialog")).getAllByRole("button", { name: /, 20\d\d/ });
    await person.click(days.filter((day) => !(day as HTMLButtonElement).disabled).at(-1) as HTMLElement);
  }

  const shown = () => ({
    tree: tree(/Higher Quality/).matches(":checked"),
    checked: screen.getAllByRole("checkbox").map((box) => box.matches(":checked")),
    texts: Object.keys(fields).map((label) => (screen.getByLabelText(label) as HTMLInputElement).value),
    day: screen.getByLabelText(/Preferred delivery date/).textContent,
  });

  it("is kept across a reload and deleted after sending", async () => {
    const page = visit();
    await fillInEverything(page);
    const before = shown();
    expect(before).toMatchObject({ tree: true, checked: [true, true, true, true, true] });
    expect(before.texts).toEqual(Object.values(fields));
    page.unmount();

    signIn(customer);
    takeOrders(aCustomersOrder);
    const { person, submit, router } = visit();
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Nora Quint"));
    expect(shown()).toEqual(before);
    await person.click(submit);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      customerName: "Nora Quint",
      customerEmail: "nora@example.com",
      customerPhone: "603-555-0188",
      addressLine1: "9 Bow Street",
      addressLine2: "Unit 3",
      city: "Exeter",
      state: "ME",
      zipCode: "03833",
      notes: "Behind the barn",
      preferredDeliveryDate: expect.stringMatching(/^20\d\d-\d\d-\d\dT12:00:00.000Z$/),
      includeTreeStand: true,
      includeTreeLights: true,
      includeWreaths: true,
      includeDisposal: true,
      textUpdates: true,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("is sent with the honeypot's value, and how the customer heard about us", async () => {
    sessionStorage.setItem("campaign", "?utm_source=google&utm_campaign=trees");
    takeOrders();
    const { person, submit, container } = visit();
    await fillIn(person);
    await person.selectOptions(screen.getByLabelText(/How did you hear about us/), "Yard sign");
    await person.type(container.querySelector('[name="website"]') as HTMLElement, "https://spam.example");
    await person.click(submit);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      heardFrom: "yard_sign",
      campaign: { source: "google", name: "trees" },
      website: "https://spam.example",
    });
  });

  it("does not include the honeypot field", async () => {
    const { person, container, unmount } = visit();
    await person.type(container.querySelector('[name="website"]') as HTMLElement, "https://spam.example");
    await person.type(screen.getByLabelText("Full name"), "Nora");
    unmount();
    expect(Object.values(sessionStorage).join()).toContain("Nora");
    expect(Object.values(sessionStorage).join()).not.toContain("spam");
  });

  it("is sent with the same key after a lost response and a reload", async () => {
    takeOrders(() => HttpResponse.error());
    const { person, submit, unmount } = visit();
    await fillIn(person);
    await person.click(submit);
    await screen.findByText("Order Failed");
    unmount();

    takeOrders();
    const again = visit();
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes"));
    await again.person.click(again.submit);
    await screen.findByText("Order Submitted!");
    expect(sent[1]).toEqual(sent[0]);
  });

  it("gets a new key when it is changed after a failure", async () => {
    takeOrders(() => HttpResponse.error());
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    await screen.findByText("Order Failed");
    takeOrders();
    await person.click(addOn(/Stand/));
    await person.click(submit);
    await screen.findByText("Order Submitted!");
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe("the confirmation", () => {
  it("survives a reload, which orders nothing", async () => {
    takeOrders();
    const { person, submit, unmount } = visit();
    await fillIn(person);
    await person.click(submit);
    await screen.findByRole("heading", { name: /We have your order/ });
    unmount();

    asReloaded();
    // It was paid in the meantime.
    const paid = aGuestOrder({ amountPaid: "160.00", amountDue: "0.00", canPayOnline: false });
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(paid)));
    renderAt("/christmas-trees", <TreesPage />);
    expect(await screen.findByRole("heading", { name: /We have your order/ })).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Your order is paid" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Place order" })).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("takes the payment in place, or postpones it to the delivery", async () => {
    const { confirm } = serveStripe([{ intent: { status: "succeeded", amount: 16000 } }], {
      pi_1_secret_1: { status: "requires_payment_method", amount: 16000 },
    });
    const asked: unknown[] = [];
    server.use(
      http.post("/api/create-payment-intent", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ clientSecret: "pi_1_secret_1" });
      }),
      http.get("/api/tree-orders/:id", () =>
        HttpResponse.json(aGuestOrder({ amountPaid: "160.00", amountDue: "0.00", canPayOnline: false })),
      ),
    );
    takeOrders();
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    const payment = within(await screen.findByRole("region", { name: "Payment" }));
    await person.click(payment.getByRole("button", { name: "Pay at delivery" }));
    expect(payment.getByText("You'll pay $160.00 at delivery, by cash, check or card.")).toHaveFocus();
    expect(asked).toEqual([]);

    await person.click(payment.getByRole("button", { name: "Pay $160.00 now" }));
    const pay = await payment.findByRole("button", { name: "Pay $160.00" });
    await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
    await person.click(pay);
    expect(await payment.findByRole("heading", { name: "Payment received" })).toHaveFocus();
    expect(await payment.findByText("Your order is paid. We'll email your receipt.")).toBeVisible();
    expect(asked).toEqual([{ treeOrderId: aGuestOrder().id }]);
    // The bank sends people back to the order's own page, which survives a reload.
    expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: `${window.location.origin}/follow/tree-orders/${aGuestOrder().id}`,
    });
  });

  it("takes no payment for another state", async () => {
    takeOrders(() =>
      HttpResponse.json(aGuestOrder({ zipCode: "03904", canPayOnline: false, includeDisposal: true }), {
        status: 201,
      }),
    );
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    expect(await screen.findByRole("heading", { name: "We'll call you first" })).toBeVisible();
    expect(screen.getByText("We drop it off at your door.")).toBeVisible();
    expect(screen.getByText("We pick it up again at the end of the season.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it("shows a note if the total differs from the form's", async () => {
    const order = aGuestOrder();
    const [before, after] = [
      formatMoneyExact(orderTotal(order) / 100),
      formatMoneyExact(orderTotal(order) / 100 + 10),
    ];
    const changed = { ...order, totalAmount: (orderTotal(order) / 100 + 10).toFixed(2) };
    takeOrders(() => HttpResponse.json(changed, { status: 201 }));
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    expect(await screen.findByText(/Our prices changed while you were ordering/)).toHaveTextContent(
      `the form showed ${before}, and your total is ${after}`,
    );
  });

  it("shows no note if the total is the form's", async () => {
    const order = aGuestOrder();
    takeOrders(() =>
      HttpResponse.json({ ...order, totalAmount: (orderTotal(order) / 100).toFixed(2) }, { status: 201 }),
    );
    const { person, submit } = visit();
    await fillIn(person);
    await person.click(submit);
    await screen.findByRole("heading", { name: /We have your order/ });
    expect(screen.queryByText(/Our prices changed/)).not.toBeInTheDocument();
  });
});
