import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { pickDay } from "~/test/pick-day";
import { server } from "~/test/server";
import { aDeskOrder, escapeDialog, openDesk, serveWrite } from "../test-desk";

const codes = "/api/tree-orders/payment-codes";
const aCode = (orderId: string) => ({
  orderId,
  url: `https://example.com/f/${"a".repeat(43)}#pay`,
  size: 21,
  path: "M0 0h7v1h-7z",
});

describe("the day sheet", () => {
  const sheet = {
    day: "2026-12-05",
    towns: [
      {
        town: "Dover",
        orders: [aDeskOrder({ id: "t1", city: "Dover", notes: "Ring twice", addressLine2: "Apt 2" })],
      },
      { town: "Portsmouth", orders: [aDeskOrder({ id: "t2" }), aDeskOrder({ id: "t3" })] },
    ],
    totals: {
      sizes: { quality_7_8ft: 3 },
      addOns: { includeTreeStand: 3 },
      orders: 3,
      toCollect: "480.00",
      ordersToCollect: 3,
      ordersPaying: 0,
    },
  };

  const nothing = {
    sizes: {},
    addOns: {},
    orders: 0,
    toCollect: "0.00",
    ordersToCollect: 0,
    ordersPaying: 0,
  };
  const serveSheet = (orders: ReturnType<typeof aDeskOrder>[], totals: object) =>
    server.use(
      http.get("/api/tree-orders/day-sheet", () =>
        HttpResponse.json({
          ...sheet,
          towns: [{ town: "Dover", orders }],
          totals: { ...nothing, ...totals },
        }),
      ),
    );
  const stop = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);

  it("shows the selected day, with a link to its orders", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/tree-orders/day-sheet", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("day"));
        return HttpResponse.json(sheet);
      }),
    );
    const { person, router } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await pickDay(person, await screen.findByLabelText("Delivery day"), "2026-12-06");
    await waitFor(() => expect(asked).toEqual(["2026-12-05", "2026-12-06"]));
    expect(router.state.location.search).toBe("?day=2026-12-06");
    expect(screen.getByRole("link", { name: "Tree orders" })).toHaveAttribute(
      "href",
      "/admin?tab=trees&view=all&deliveryDay=2026-12-06",
    );
  });

  it("lists the stops by city, with the items to load", async () => {
    const asked: string[] = [];
    server.use(
      http.get("/api/tree-orders/day-sheet", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(sheet);
      }),
    );
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "Deliveries, Saturday, December 5, 2026",
    );
    expect(asked).toEqual(["?day=2026-12-05"]);
    expect(screen.getByText("3 deliveries in 2 cities.")).toBeVisible();
    const load = within(screen.getByRole("region", { name: "Load list" }));
    expect(load.getByText("Higher Quality 7-8 ft Tree").nextSibling).toHaveTextContent("3");
    expect(load.getByText("Modest 6 ft Standard Tree").nextSibling).toHaveTextContent("0");
    expect(load.getByText("Christmas Tree Stand").nextSibling).toHaveTextContent("3");
    expect(screen.getAllByRole("heading", { level: 2 }).map((town) => town.textContent)).toEqual([
      "Trees",
      "Add-ons",
      "Dover (1)",
      "Portsmouth (2)",
    ]);
    const first = screen.getByText("Ring twice").closest("tr");
    expect([...(first?.children ?? [])].slice(1, 4).map((cell) => cell.textContent)).toEqual([
      "41 Marcy StreetApt 203801",
      "Eleanor Hayes603-555-0172t1",
      "Higher Quality 7-8 ft TreeTree Stand",
    ]);
    expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  });

  it("shows a message when there are no deliveries or loading fails", async () => {
    server.use(
      http.get("/api/tree-orders/day-sheet", () => new HttpResponse(null, { status: 500 }), { once: true }),
    );
    const { person } = openDesk("?day=2026-12-06", "/admin/day-sheet");
    expect(await screen.findByText("We couldn't load the day sheet")).toBeVisible();
    server.use(
      http.get("/api/tree-orders/day-sheet", () =>
        HttpResponse.json({ day: "2026-12-06", towns: [], totals: nothing }),
      ),
    );
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No deliveries on this day.")).toBeVisible();
  });

  it("shows whether each order is paid or what to collect, and the total", async () => {
    const paid = { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
    serveSheet(
      [
        aDeskOrder({ id: "t1", customerName: "Ann Due" }),
        aDeskOrder({ id: "t2", customerName: "Ben Paid", ...paid }),
        aDeskOrder({ id: "t3", customerName: "Cy Waits", paying: true }),
        aDeskOrder({ id: "t5", customerName: "Eve Disputes", ...paid, amountDisputed: "160.00" }),
        aDeskOrder({
          id: "t6",
          customerName: "Flo Returned",
          ...paid,
          amountDisputed: "160.00",
          amountLost: "160.00",
        }),
        aDeskOrder({ id: "t4", customerName: "Dot Maine", canPayOnline: false, zipCode: "03904" }),
      ],
      { orders: 6, toCollect: "320.00", ordersToCollect: 2, ordersPaying: 1 },
    );
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    expect((await stop("Ann Due")).getByText("Collect $160.00")).toBeVisible();
    expect((await stop("Ben Paid")).getByText("Paid")).toBeVisible();
    expect((await stop("Ben Paid")).queryByRole("button")).not.toBeInTheDocument();
    expect((await stop("Cy Waits")).getByText("Processing, don't collect")).toBeVisible();
    expect((await stop("Eve Disputes")).getByText("Disputed, don't collect")).toBeVisible();
    expect((await stop("Eve Disputes")).queryByRole("button")).not.toBeInTheDocument();
    expect((await stop("Flo Returned")).getByText("Returned by the bank, don't collect")).toBeVisible();
    const outside = await stop("Dot Maine");
    expect(outside.getByText("Collect $160.00")).toBeVisible();
    expect(outside.getByText("Outside New Hampshire: ask the office first.")).toBeVisible();
    expect(outside.queryByRole("button", { name: /^Show QR code/ })).not.toBeInTheDocument();
    const total = screen.getByRole("region", { name: "To collect" });
    expect(total).toHaveTextContent("$320.00");
    expect(total).toHaveTextContent("From 2 of 6 orders. 1 payment is still processing and isn't counted.");
  });

  it("has nothing to collect if everything is paid", async () => {
    const paid = { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
    serveSheet([aDeskOrder({ id: "t1", ...paid })], { orders: 1 });
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    expect(await screen.findByText("Nothing to collect.")).toBeVisible();
  });

  it("is printed with QR codes for orders that can be paid by card, which are made only then", async () => {
    const print = vi.spyOn(window, "print").mockReturnValue();
    const orders = [
      aDeskOrder({ id: "t1", customerName: "Ann Due" }),
      aDeskOrder({ id: "t2", customerName: "Dot Maine", canPayOnline: false }),
    ];
    serveSheet(orders, { orders: 2, toCollect: "320.00", ordersToCollect: 2 });
    const made = serveWrite("post", codes, ({ orderIds }) =>
      HttpResponse.json((orderIds as string[]).map(aCode)),
    );
    const { person, queryClient } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await stop("Ann Due");
    expect(screen.getByText(/^Printed without QR codes/)).toBeInTheDocument();
    expect(made).toEqual([]);
    await person.click(screen.getByRole("button", { name: "Print" }));
    expect(
      await screen.findByRole("img", { name: /^QR code to pay \$160.00 for order t1/ }),
    ).toBeInTheDocument();
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(made.map(({ body }) => body)).toEqual([{ orderIds: ["t1"] }]);
    expect(screen.queryByText(/^Printed without QR codes/)).not.toBeInTheDocument();
    // The same codes are used again.
    await person.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledTimes(2);
    expect(made).toHaveLength(1);
    // An order that is added gets a code beside the others.
    serveSheet([...orders, aDeskOrder({ id: "t3", customerName: "Eve New" })], { orders: 3 });
    await act(() => queryClient.invalidateQueries());
    await stop("Eve New");
    await person.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(screen.getAllByRole("img", { name: /^QR code/ })).toHaveLength(2));
    expect(made[1]?.body).toEqual({ orderIds: ["t3"] });
  });

  it("is fetched again while it is open, since it may be printed the next morning", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveSheet([aDeskOrder({ id: "t1", customerName: "Ann Due" })], { orders: 1 });
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    await stop("Ann Due");
    serveSheet([aDeskOrder({ id: "t3", customerName: "Eve New" })], { orders: 1 });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await stop("Eve New");
  });

  it("says that it may be out of date if it can't be fetched again", async () => {
    serveSheet([aDeskOrder({ id: "t1", customerName: "Ann Due" })], { orders: 1 });
    const { queryClient } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await stop("Ann Due");
    expect(screen.queryByText(/out of date/)).not.toBeInTheDocument();
    server.use(http.get("/api/tree-orders/day-sheet", () => new HttpResponse(null, { status: 500 })));
    await act(() => queryClient.invalidateQueries());
    expect(
      await screen.findByText("We couldn't refresh this list. What you see may be out of date."),
    ).toBeVisible();
    await stop("Ann Due");
  });

  it("can be printed only after it has loaded", async () => {
    const { held, release } = hold();
    serveSheet([], { orders: 0 });
    server.use(http.get("/api/tree-orders/day-sheet", () => held.then(() => undefined)));
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    const button = await screen.findByRole("button", { name: "Print" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    release();
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
  });

  it("is not printed if making the codes fails", async () => {
    const print = vi.spyOn(window, "print").mockReturnValue();
    serveSheet([aDeskOrder({ id: "t1" })], { orders: 1 });
    serveWrite("post", codes, () => new HttpResponse(null, { status: 500 }));
    const { person } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await stop("Eleanor Hayes");
    await person.click(screen.getByRole("button", { name: "Print" }));
    expect(await screen.findByText("Couldn't make the QR codes")).toBeVisible();
    expect(print).not.toHaveBeenCalled();
  });

  it("shows an order's QR code to a customer at the door", async () => {
    serveSheet([aDeskOrder({ id: "t1" })], { orders: 1 });
    let fails = true;
    const made = serveWrite("post", codes, () =>
      fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([aCode("t1")]),
    );
    const { person } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await person.click(await screen.findByRole("button", { name: /^Show QR code of order t1/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Pay $160.00 by card" }));
    expect(await dialog.findByText("We couldn't make the QR code")).toBeVisible();
    fails = false;
    await person.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByRole("img", { name: "QR code to pay $160.00 for order t1" })).toBeVisible();
    // Each press makes a new private link.
    await escapeDialog(person);
    await person.click(screen.getByRole("button", { name: /^Show QR code of order t1/ }));
    await waitFor(() => expect(made.map(({ body }) => body)).toEqual(Array(3).fill({ orderIds: ["t1"] })));
  });

  it("shows that a customer has paid with the QR code", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const due = aDeskOrder({ id: "t1" });
    serveSheet([due], { orders: 1 });
    serveWrite("post", codes, () => HttpResponse.json([aCode("t1")]));
    let order = due;
    server.use(http.get("/api/tree-orders/t1", () => HttpResponse.json(order)));
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    openDesk("?day=2026-12-05", "/admin/day-sheet");
    await person.click(await screen.findByRole("button", { name: /^Show QR code/ }));
    await screen.findByRole("img", { name: /^QR code/ });
    order = { ...due, amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
    serveSheet([order], { orders: 1 });
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByText("Paid")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("makes a new QR code whenever it is shown, and doesn't show the former one meanwhile", async () => {
    serveSheet([aDeskOrder({ id: "t1" })], { orders: 1, ordersToCollect: 1 });
    const second = hold();
    const sent = serveWrite("post", codes, async () => {
      if (sent.length > 1) await second.held;
      return HttpResponse.json([aCode("t1")]);
    });
    const { person } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    const show = await screen.findByRole("button", { name: /^Show QR code/ });
    await person.click(show);
    await screen.findByRole("img", { name: /^QR code/ });
    await escapeDialog(person);
    await person.click(show);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Making the QR code")).toBeInTheDocument();
    expect(dialog.queryByRole("img")).not.toBeInTheDocument();
    second.release();
    expect(await dialog.findByRole("img", { name: /^QR code/ })).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it("says if an order can't be paid anymore when its code is made", async () => {
    serveSheet([aDeskOrder({ id: "t1" })], { orders: 1 });
    serveWrite("post", codes, () => HttpResponse.json([]));
    const { person } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await person.click(await screen.findByRole("button", { name: /^Show QR code/ }));
    expect(await screen.findByText("This order can't be paid by card anymore.")).toBeVisible();
  });

  it("is updated after a payment was recorded at the door, and keeps an unfinished one for its own order", async () => {
    const paid = { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
    const two = [aDeskOrder({ id: "t1" }), aDeskOrder({ id: "t2" })];
    serveSheet(two, { orders: 2, toCollect: "320.00", ordersToCollect: 2 });
    const recorded = serveWrite("post", "/api/tree-orders/:id/record-payment", () => {
      serveSheet([aDeskOrder({ id: "t1", ...paid })], { orders: 1 });
      return HttpResponse.json(aDeskOrder({ id: "t1", ...paid }));
    });
    const { person } = openDesk("?day=2026-12-05", "/admin/day-sheet");
    await person.click(await screen.findByRole("button", { name: /^Record payment of order t2/ }));
    await person.type(await screen.findByLabelText("Note (optional)"), "From the neighbor");
    await escapeDialog(person);
    await person.click(screen.getByRole("button", { name: /^Record payment of order t1/ }));
    await person.click(await screen.findByRole("button", { name: "Record $160.00 cash" }));
    expect(await screen.findByText("Eleanor Hayes: paid in full.")).toBeVisible();
    expect(recorded[0]?.body).toEqual({ method: "cash", amount: "160.00", note: "" });
    expect(recorded[0]?.key).toMatch(/.{8,128}/);
    expect(await screen.findByText("Nothing to collect.")).toBeVisible();
  });
});
