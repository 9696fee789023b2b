import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { addDays, easternToday } from "~/lib/eastern";
import { formatDate } from "~/lib/format";
import { hold } from "~/test/held";
import { server } from "~/test/server";
import { deskKeys } from "../shared/keys";
import {
  aDeskOrder,
  factsShown,
  hours,
  openDesk,
  row,
  serveList,
  servePast,
  serveRowParts,
  serveWrite,
} from "../test-desk";
import { daySheetQuery } from "./api";

const order = aDeskOrder({ preferredDeliveryDate: "2096-12-05" });
const patch = "/api/tree-orders/:id";

async function openTrees(rows = [order], search = "") {
  const asked = serveList("/api/tree-orders", rows);
  const page = openDesk(`?tab=trees${search}`);
  if (rows.length > 0) await screen.findByRole("table", { name: "Tree orders" });
  return { ...page, asked };
}

describe("tree orders", () => {
  it("show the customers to call by default, with their orders, days and deadlines", async () => {
    const { asked } = await openTrees();
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      scope: "admin",
      unanswered: "1",
      ordering: "createdAt",
    });
    const line = await row("Eleanor Hayes");
    expect(line.getByRole("link", { name: "Call Eleanor Hayes, 603-555-0172" })).toBeVisible();
    expect(line.getByText("Higher Quality 7-8 ft Tree, $160")).toBeVisible();
    expect(line.getByText("Tree Stand")).toBeVisible();
    expect(line.getByText("Dec 5, 2096")).toBeVisible();
    expect(line.getByText("3 h left")).toBeVisible();
  });

  it.each([
    ["all", {}, "No tree orders found"],
    ["unpaid", { unpaid: "1" }, "Everything is paid"],
    ["disposal", { disposal: "1" }, "No disposals found"],
  ])("have the view “%s”, with a message when it is empty", async (view, filters, title) => {
    const { asked } = await openTrees([], `&view=${view}`);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ scope: "admin", ...filters });
  });

  it("count down to the call while they are open and the customer was not reached", async () => {
    const names = ["Ann Open", "Ann Reached", "Ann Delivered", "Ann Canceled"];
    const changes = [
      {},
      { answeredAt: hours(-1) },
      { status: "delivered" },
      { status: "cancelled" },
    ] as const;
    await openTrees(
      names.map((customerName, place) => aDeskOrder({ id: `o${place}`, customerName, ...changes[place] })),
      "&view=all",
    );
    for (const name of names) {
      const badges = (await row(name)).queryAllByText(/ left$/);
      expect(badges, name).toHaveLength(name === "Ann Open" ? 1 : 0);
    }
  });

  it("show the delivery day, the preferred day, or that there is none", async () => {
    const day = { preferredDeliveryDate: "2096-12-05", answeredAt: hours(-1) };
    await openTrees([
      aDeskOrder({ ...day, id: "a", scheduledDeliveryDate: "2096-12-06", status: "scheduled" }),
      aDeskOrder({ ...day, id: "b", includeTreeStand: false }),
      aDeskOrder({ ...day, id: "c", preferredDeliveryDate: null }),
    ]);
    const days = screen
      .getAllByRole("row")
      .slice(1)
      .map((line) => line.children[3]?.textContent);
    expect(days).toEqual(["DayDec 6, 2096 Delivery", "DayDec 5, 2096 Preferred", "DayNo preferred day"]);
    expect(screen.getByText("No add-ons")).toBeVisible();
    expect(screen.queryByText(/ left$/)).not.toBeInTheDocument(); // they were reached
    expect(screen.queryByRole("button", { name: /^Log a call/ })).not.toBeInTheDocument();
  });

  it("are past only from the day after the delivery day", async () => {
    serveList("/api/tree-orders", [order]);
    const past = { status: "scheduled", scheduledDeliveryDate: easternToday() } as const;
    servePast("/api/tree-orders", () => [aDeskOrder(past)]);
    openDesk("?tab=trees");
    await screen.findByRole("table", { name: "Tree orders" });
    expect(screen.queryByRole("region", { name: "Was it done?" })).not.toBeInTheDocument();
  });

  it("are filtered and searched by the URL", async () => {
    const { asked, person, router } = await openTrees(
      [order],
      "&view=all&status=scheduled&size=modest_6ft&town=Dover&deliveryDay=2026-12-05&preferredDay=2026-12-04&q=hayes",
    );
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      scope: "admin",
      status: "scheduled",
      size: "modest_6ft",
      town: "Dover",
      deliveryDay: "2026-12-05",
      preferredDay: "2026-12-04",
      q: "hayes",
    });
    expect(screen.getByRole("link", { name: "Day sheet" })).toHaveAttribute(
      "href",
      "/admin/day-sheet?day=2026-12-05",
    );
    await person.click(screen.getByRole("button", { name: "January disposal" }));
    await waitFor(() => expect(asked.at(-1)?.get("disposal")).toBe("1"));
    expect(router.state.location.search).toContain("view=disposal");
  });

  it("show a message when there are no calls to make or nothing matches", async () => {
    const { person, router } = await openTrees([], "&status=delivered");
    for (const filter of ["status=delivered", "preferredDay=2026-12-04", "q=zzz"]) {
      await act(() => router.navigate(`/admin?tab=trees&${filter}`));
      expect(await screen.findByRole("heading", { name: "No tree orders found" })).toBeVisible();
      await person.click(screen.getByRole("button", { name: "Clear filters" }));
      expect(router.state.location.search).toBe("?tab=trees");
      expect(await screen.findByRole("heading", { name: "No calls to make" })).toBeVisible();
    }
  });
});

describe("an order's steps", () => {
  const next = (changes: object) => HttpResponse.json({ ...order, ...changes });

  it("lead from the call to the confirmation, the delivery day and the delivery", async () => {
    const { person } = await openTrees();
    serveWrite("post", "/api/tree-orders/:id/calls", (body) => {
      server.use(http.get(patch, () => next({ answeredAt: hours(0) })));
      return HttpResponse.json(
        { id: "k1", ...body, authorName: "Nora", createdAt: hours(0) },
        { status: 201 },
      );
    });
    const sent = serveWrite("patch", patch, (body) =>
      next({ answeredAt: hours(0), ...body, updatedAt: `${body.status}` }),
    );
    await person.click(screen.getByRole("button", { name: /^Log a call about order/ }));
    await person.click(await screen.findByRole("button", { name: "Log call" }));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: /^Log a call/, hidden: true })).not.toBeInTheDocument(),
    );

    await person.click(await screen.findByRole("button", { name: /^Confirm order/ }));
    await person.click(await screen.findByRole("button", { name: /^Schedule delivery of order/ }));
    await person.click(await screen.findByRole("button", { name: "Schedule delivery" }));
    await person.click(await screen.findByRole("button", { name: /^Mark delivered/ }));
    expect(await screen.findByText("Delivered", { selector: "span" })).toBeVisible();
    expect(await screen.findByText("Order updated")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { status: "confirmed", updatedAt: order.updatedAt },
      { status: "scheduled", scheduledDeliveryDate: "2096-12-05", updatedAt: "confirmed" },
      { status: "delivered", updatedAt: "scheduled" },
    ]);
  });

  it.each([
    ["today", 0, null, 0],
    ["a preferred day in the future", 9, null, 9],
    ["the day that is set instead of the preferred one", 9, 10, 10],
    ["no day if the preferred one has passed", -1, null, null],
  ])("schedule the delivery starting with %s", async (_, preferred, scheduled, start) => {
    const day = (later: number | null) => (later === null ? null : addDays(easternToday(), later));
    const changes = { preferredDeliveryDate: day(preferred), scheduledDeliveryDate: day(scheduled) };
    const { person } = await openTrees([aDeskOrder({ status: "confirmed", ...changes })]);
    await person.click(screen.getByRole("button", { name: /^Schedule delivery of order/ }));
    await screen.findByRole("dialog", { name: "Schedule the delivery" });
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.click(screen.getByRole("button", { name: /^Schedule delivery of order/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule the delivery" }));
    const first = day(start);
    expect(dialog.getByLabelText("Delivery day")).toHaveTextContent(
      first ? formatDate(first) : "Pick a date",
    );
  });

  it("do not overwrite a day that someone else sets while the dialog is open", async () => {
    const confirmed = aDeskOrder({ status: "confirmed", preferredDeliveryDate: "2096-12-05" });
    const { person, queryClient } = await openTrees([confirmed], "&view=all");
    const theirs = {
      ...confirmed,
      status: "scheduled" as const,
      scheduledDeliveryDate: "2096-12-07",
      updatedAt: "later",
    };
    const refusals = [
      ["We're down for a minute", 503],
      ["Somebody else has changed it", 409],
      ["The day is full", 400],
    ] as const;
    const sent = serveWrite("patch", patch, () => {
      const [message, status] = refusals[sent.length - 1] ?? refusals[0];
      return HttpResponse.json({ message }, { status });
    });
    await person.click(screen.getByRole("button", { name: /^Schedule delivery of order/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule the delivery" }));
    const schedule = async (message: string) => {
      await person.click(dialog.getByRole("button", { name: "Schedule delivery" }));
      expect(await dialog.findByText(message)).toBeVisible();
    };
    await schedule(refusals[0][0]);
    serveList("/api/tree-orders", [theirs]);
    server.use(http.get(patch, () => HttpResponse.json(theirs)));
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.getByText("Dec 7, 2096")).toBeInTheDocument());
    await schedule(refusals[1][0]);
    expect(dialog.getByText(/Scheduled for Dec 7, 2096\.$/)).toBeVisible();
    // Whoever presses again has read that someone else was first.
    await schedule(refusals[2][0]);
    const seen = [confirmed.updatedAt, confirmed.updatedAt, "later"];
    expect(sent.map(({ body }) => body.updatedAt)).toEqual(seen);
  });

  it.each([
    ["pending", /^Confirm order/],
    ["scheduled", /^Mark delivered/],
  ] as const)("take one step at a time: %s", async (status, name) => {
    const { held, release } = hold();
    const { person } = await openTrees([aDeskOrder({ status, answeredAt: hours(-1) })]);
    const sent = serveWrite("patch", patch, async (body) => {
      await held;
      return next({ ...body, updatedAt: "later" });
    });
    const button = screen.getByRole("button", { name });
    await person.click(button);
    await waitFor(() => expect(button).toHaveAttribute("aria-disabled", "true"));
    expect(button).toHaveTextContent("Saving...");
    await person.click(button);
    release();
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
  });

  it("show a change that someone else made first", async () => {
    const { person } = await openTrees();
    server.use(
      http.get(patch, () =>
        HttpResponse.json({ ...order, status: "cancelled", updatedAt: "2026-11-05T09:00:00Z" }),
      ),
    );
    serveWrite("patch", patch, () =>
      HttpResponse.json({ message: "This order has been changed meanwhile" }, { status: 409 }),
    );
    await person.click(screen.getByRole("button", { name: /^Confirm order/ }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(await screen.findByText("Canceled", { selector: "span" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Confirm order/ })).not.toBeInTheDocument();
  });

  it.each([
    [true, "Yes"],
    [false, "No"],
  ])("show in the open row whether the customer wants text updates: %s", async (textUpdates, words) => {
    serveRowParts();
    const { person } = await openTrees([aDeskOrder({ textUpdates })]);
    await person.click(screen.getByRole("button", { name: /^Open order/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    expect(panel.getByText("Text updates").parentElement).toHaveTextContent(`Text updates${words}`);
  });

  it("can be set to any status in the open row", async () => {
    serveRowParts();
    const { person, queryClient } = await openTrees();
    const affected = [deskKeys.queue({}), daySheetQuery("2026-12-05").queryKey];
    for (const key of affected) queryClient.setQueryData(key, []);
    const reason = "Pick a later day.";
    const errors = [{ scheduledDeliveryDate: [reason] }];
    const sent = serveWrite("patch", patch, (body) =>
      errors.length > 0
        ? HttpResponse.json({ message: "Invalid", errors: errors.shift() }, { status: 400 })
        : next({ ...body, updatedAt: "later" }),
    );
    await person.click(screen.getByRole("button", { name: /^Open order/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    expect(factsShown()).not.toHaveProperty("Delivery"); // it has no day yet
    await person.selectOptions(panel.getByLabelText("Status"), "cancelled");
    await person.type(panel.getByLabelText("Notes (optional)"), "Moved away");
    await person.click(panel.getByRole("button", { name: "Save order" }));
    expect(await panel.findByText(reason)).toBeVisible();
    await person.click(await panel.findByRole("button", { name: "Save order" }));
    expect(await screen.findByText("Order updated")).toBeVisible();
    for (const key of affected) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
    expect(sent[0]?.body).toEqual({ status: "cancelled", notes: "Moved away", updatedAt: order.updatedAt });
  });

  it("are saved without their notes once those are emptied", async () => {
    serveRowParts();
    const { person } = await openTrees([{ ...order, notes: "Ring twice" }]);
    const sent = serveWrite("patch", patch, next);
    await person.click(screen.getByRole("button", { name: /^Open order/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    await person.clear(panel.getByLabelText("Notes (optional)"));
    await person.click(panel.getByRole("button", { name: "Save order" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ notes: "", updatedAt: order.updatedAt }));
  });

  it("show the whole order in the open row, and what someone else has changed", async () => {
    serveRowParts();
    const known = aDeskOrder({
      ...{ status: "scheduled", scheduledDeliveryDate: "2096-12-06", addressLine2: "Apt 2", userId: null },
      ...{ amountPaid: "100.00", amountRefunded: "20.00", amountDue: "80.00", overpaid: "0.00" },
      ...{ preferredDeliveryDate: "2096-12-05", heardFrom: "neighbor", includeWreaths: true },
    });
    const theirs = {
      ...known,
      status: "delivered",
      scheduledDeliveryDate: null,
      notes: "",
      updatedAt: "later",
    };
    const { person } = await openTrees([{ ...known, notes: "Ring" }]);
    await person.click(screen.getByRole("button", { name: /^Open order/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    expect(factsShown()).toEqual({
      Tree: "Higher Quality 7-8 ft Tree",
      "Add-ons": "Tree Stand, Wreaths",
      Total: "$160.00",
      Paid: "$100.00",
      Refunded: "$20.00",
      "Still due": "$80.00",
      "Deliver to": "41 Marcy Street, Apt 2, Portsmouth, NH 03801",
      "Preferred day": "Dec 5, 2096",
      Delivery: "Dec 6, 2096, day sheet",
      Source: "Neighbor",
      "Text updates": "No",
      Customer: "View guest",
    });
    expect(panel.getByRole("link", { name: "Dec 6, 2096, day sheet" })).toHaveAttribute(
      "href",
      "/admin/day-sheet?day=2096-12-06",
    );
    server.use(http.get(patch, () => HttpResponse.json(theirs)));
    serveWrite("patch", patch, () => HttpResponse.json({ message: "Changed" }, { status: 409 }));
    await person.type(panel.getByLabelText("Notes (optional)"), " twice");
    await person.click(panel.getByRole("button", { name: "Save order" }));
    const note = (await panel.findByText("Someone else just updated this.")).closest("[role=alert]");
    expect([...(note?.querySelectorAll("li") ?? [])].map((item) => item.textContent)).toEqual([
      "Status: Scheduled → Delivered",
      "Delivery day: Dec 6, 2096 → none",
      "Notes: Ring → none",
    ]);
    expect(panel.getByLabelText("Notes (optional)")).toHaveValue("Ring twice");
    expect(panel.getAllByRole("button", { name: /^Discard/ })).toHaveLength(1);
    await person.click(panel.getByRole("button", { name: "Discard my changes" }));
    expect(panel.getByLabelText("Notes (optional)")).toHaveValue("");
    expect(panel.queryByRole("button", { name: /^Discard/ })).not.toBeInTheDocument();
  });

  it("can be unscheduled in the open row", async () => {
    serveRowParts();
    const scheduled = aDeskOrder({ status: "scheduled", scheduledDeliveryDate: "2096-12-05" });
    const { person } = await openTrees([scheduled]);
    const sent = serveWrite("patch", patch, (body) => next({ ...body, updatedAt: "later" }));
    await person.click(screen.getByRole("button", { name: /^Open order/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    await person.click(panel.getByLabelText(/^Delivery day/));
    // The chosen day has the focus; selecting it again clears it.
    await screen.findByRole("dialog", { name: "Choose a date" });
    await person.click(screen.getByRole("button", { name: /December 5, 2096, selected$/ }));
    await person.click(panel.getByRole("button", { name: "Save order" }));
    expect(await screen.findByText("Order updated")).toBeVisible();
    expect(sent[0]?.body).toEqual({ scheduledDeliveryDate: null, updatedAt: scheduled.updatedAt });
  });
});
