import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { factsOf } from "~/test/facts";
import { aTreeOrder } from "~/test/rows";
import { customer, server } from "~/test/server";
import { cards, openTreeOrder } from "./test-page";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
const NOW = new Date("2026-11-19T01:15:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const plain = (text: string | null | undefined) => text?.replace(/\s/g, " ").replace(/ Eastern/g, "");
const state = () => screen.findByRole("heading", { level: 1 });
const ordered = aTreeOrder({
  userId: null,
  status: "pending",
  scheduledDeliveryDate: null,
  createdAt: "2026-11-19T00:00:00Z",
});

describe("the page behind a tree order's link", () => {
  it.each([
    [
      {},
      "We have your order",
      "We'll call 603-555-0172 by 7:00 PM tomorrow (Thu, Nov 19) to confirm the day.",
    ],
    [
      { createdAt: "2026-11-16T00:00:00Z" },
      "We have your order",
      "We'll call 603-555-0172 to confirm the day. To talk to us now, call (603) 555-0148.",
    ],
    [{ status: "confirmed" }, "We have your order", "Next, we set your delivery day."],
    [
      { status: "scheduled", scheduledDeliveryDate: "2026-12-05" },
      "Your tree arrives Saturday, December 5",
      "We drop it off at your door. We'll remind you the evening before.",
    ],
    [
      { status: "scheduled", scheduledDeliveryDate: "2026-11-19" },
      "Your tree arrives Thursday, November 19",
      "We drop it off at your door.",
    ],
    [
      { status: "scheduled", scheduledDeliveryDate: "2026-11-18", treeSize: "premium_8_10ft" },
      "Your tree arrives today",
      "We carry it inside and set it up.",
    ],
    [
      { status: "scheduled", scheduledDeliveryDate: "2026-11-17" },
      "Delivery was planned for Tuesday, November 17",
      "Still waiting for your tree? Call us at (603) 555-0148.",
    ],
    [
      { status: "delivered", amountPaid: "160.00", amountDue: "0.00", canPayOnline: false },
      "Your tree was delivered",
      "Thank you, Eleanor. Enjoy your tree.",
    ],
    [
      { status: "delivered", canPayOnline: false, zipCode: "03904" },
      "Your tree was delivered",
      "Thank you, Eleanor. Enjoy your tree.",
    ],
    [
      { status: "cancelled", amountDue: "0.00", canPayOnline: false },
      "This order was canceled",
      "We won't bring a tree, and nothing is charged. Is that a mistake? Call (603) 555-0148.",
    ],
    [
      { status: "cancelled", amountDue: "0.00", canPayOnline: false, amountRefunded: "160.00" },
      "This order was canceled",
      "We won't bring a tree, and your payment was refunded. Is that a mistake? Call (603) 555-0148.",
    ],
    [
      {
        status: "cancelled",
        amountDue: "0.00",
        canPayOnline: false,
        amountPaid: "160.00",
        overpaid: "160.00",
      },
      "This order was canceled",
      "We won't bring a tree. Is that a mistake? Call (603) 555-0148.",
    ],
  ] as const)("says the state in words: %o", async (changes, title, lead) => {
    openTreeOrder({ ...ordered, ...changes });
    const heading = await state();
    expect(heading).toHaveTextContent(title);
    expect(plain(heading.nextElementSibling?.textContent)).toBe(lead);
  });

  it("shows what was ordered, and is marked as opened", async () => {
    const said = { addressLine2: "Unit 2", textUpdates: true, notes: "Ring twice." };
    const { calls } = openTreeOrder({ ...ordered, ...said });
    expect((await state()).previousElementSibling).toHaveTextContent(
      "Order 7be2d310 for Eleanor Hayes, 41 Marcy Street, Portsmouth",
    );
    expect(cards()).toEqual([
      "Pay now or at delivery",
      "Your preferred day",
      "What you ordered",
      "Keep it in an account",
    ]);
    expect(factsOf(document.body)).toEqual({
      Tree: "Higher Quality 7-8 ft Tree, $100.00",
      Delivery: "$40.00",
      "Add-ons": "Christmas Tree Stand, $20.00",
      Total: "$160.00",
      "Deliver to": "41 Marcy Street\nUnit 2\nPortsmouth, NH 03801",
      "Preferred day": "Sat, Dec 5",
      Name: "Eleanor Hayes",
      Phone: "603-555-0172",
      Email: "eleanor@example.com",
      "Text updates": "Yes",
      Instructions: "Ring twice.",
      Reference: "7be2d310",
    });
    await waitFor(() => expect(calls).toEqual(["opened"]));
  });

  it("lets the customer change the preferred day until a day is set", async () => {
    const { person, rows } = openTreeOrder(ordered);
    const bodies: unknown[] = [];
    server.use(
      http.patch("/api/tree-orders/:id", async ({ request }) => {
        bodies.push(await request.json());
        rows.order = { ...ordered, preferredDeliveryDate: "2026-12-12" };
        return HttpResponse.json(rows.order);
      }),
    );
    const save = await screen.findByRole("button", { name: "Change day" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await person.click(screen.getByRole("button", { name: /Preferred delivery date/ }));
    await person.click(await screen.findByRole("button", { name: /December 12/ }));
    await person.click(save);
    expect(await screen.findByText("You asked for Saturday, December 12.")).toBeVisible();
    expect(bodies).toEqual([{ preferredDeliveryDate: "2026-12-12T12:00:00.000Z" }]);
    expect(save).toHaveAttribute("aria-disabled", "true");
    expect(await screen.findByText("Sat, Dec 12")).toBeVisible();
    expect(screen.getByRole("button", { name: /Preferred delivery date/ })).toHaveTextContent("Dec 12, 2026");
  });

  it.each([
    ["2026-12-31T15:00:00Z", "Delivery was planned for Thursday, December 10"],
    ["2027-01-04T15:00:00Z", "Delivery was planned for Thursday, December 10"],
    ["2027-11-20T15:00:00Z", "Delivery was planned for Thursday, December 10, 2026"],
  ])("names the year of a day only if another one could be meant: %s", async (now, title) => {
    vi.setSystemTime(new Date(now));
    openTreeOrder({ ...ordered, status: "scheduled", scheduledDeliveryDate: "2026-12-10" });
    expect(plain((await state()).textContent)).toBe(title);
  });

  it("rejects a day that has passed while the page was open", async () => {
    const { person } = openTreeOrder({ ...ordered, preferredDeliveryDate: "2026-11-25" });
    await person.click(await screen.findByRole("button", { name: /Preferred delivery date/ }));
    await person.click(await screen.findByRole("button", { name: /November 19/ }));
    vi.setSystemTime(NOW.getTime() + 2 * 86_400_000);
    await person.click(screen.getByRole("button", { name: "Change day" }));
    expect(await screen.findByText("Please pick today or a later date")).toBeVisible();
  });

  it("explains that a day was set in the meantime, and shows it", async () => {
    const { person, rows } = openTreeOrder(ordered);
    const message = "We've already set your delivery day. To change it, call us at (603) 555-0148.";
    server.use(
      http.patch("/api/tree-orders/:id", () => {
        rows.order = { ...ordered, status: "scheduled", scheduledDeliveryDate: "2026-12-05" };
        return HttpResponse.json({ message }, { status: 409 });
      }),
    );
    await person.click(await screen.findByRole("button", { name: /Preferred delivery date/ }));
    await person.click(await screen.findByRole("button", { name: /December 12/ }));
    await person.click(screen.getByRole("button", { name: "Change day" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await state()).toHaveTextContent("Your tree arrives Saturday, December 5");
    expect(screen.queryByRole("button", { name: "Change day" })).not.toBeInTheDocument();
  });

  it("is read-only for staff", async () => {
    openTreeOrder(ordered, { user: { ...customer, id: "staff", isAdmin: true } });
    expect(await screen.findByText(/This is the customer's page/)).toBeVisible();
    expect(cards()).toEqual(["What you ordered"]);
  });
});
