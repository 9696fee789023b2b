import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect } from "vitest";
import type { DeskTreeOrder } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { pickDay, pickUpcoming } from "~/test/pick-day";
import { aDeskOrder, openDesk, stopClock } from "../test-desk";
import { answered, canceled, confirmed, delivered, pending, scheduled } from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());

journey("orders are filtered, searched and continued", async ({ open, serve, step }) => {
  const answers = (named: boolean): [filter: string, rows: DeskTreeOrder[]][] => [
    ["pastUnmarked", []],
    ["cursor", [delivered, canceled]],
    ["size", []],
    ["q", named ? [scheduled] : []],
    ["deliveryDay", [scheduled, confirmed]],
    ["town", [scheduled, confirmed]],
    ["status", [scheduled, confirmed, pending]],
    ["disposal", []],
    ["unpaid", [confirmed, scheduled]],
    ["unanswered", [pending, answered]],
  ];
  serve({
    "GET /api/tree-orders": ({ query }) => {
      const named = scheduled.customerName.toLowerCase().includes(query.get("q") ?? "");
      const [, rows] = answers(named).find(([name]) => query.has(name)) ?? [];
      const Link = '</api/tree-orders?scope=admin&cursor=7>; rel="next"';
      return rows ?? HttpResponse.json([scheduled, pending, confirmed], { headers: { Link } });
    },
  });
  await open(() => openDesk("?tab=trees"));
  await step("All orders", (person) => person.click(button("All orders")));
  await step("Show the next page", (person) => person.click(button("Show more")));
  await step("Only scheduled ones in a city", async (person) => {
    await person.selectOptions(screen.getByLabelText("Status"), "Scheduled");
    await person.selectOptions(screen.getByLabelText("City"), "Portsmouth");
  });
  await step("Of a delivery day", (person) =>
    pickDay(person, screen.getByLabelText("Delivery day"), "2026-12-01"),
  );
  await step("Search for one", async (person) => {
    await person.type(screen.getByRole("searchbox"), "pi");
    await gone("Bea Quinn");
  });
  await step("Of a size that is not there", (person) =>
    person.selectOptions(screen.getByLabelText("Tree"), "Modest 6 ft Standard Tree"),
  );
  await step("Search for nothing that is there", async (person) => {
    await person.type(screen.getByRole("searchbox"), "x{Enter}");
    await screen.findByText("No orders match these filters.");
  });
  await step("Clear the filters", (person) => person.click(button("Clear filters")));
  await step("Disposals", (person) => person.click(button("January disposal")));
  await step("Unpaid ones", (person) => person.click(button("Unpaid")));
  serve({ "GET /api/tree-orders": refusal(500, "Out of order.") });
  await step("The calls to make, which do not load", (person) => person.click(button("Call list")));
});

journey("past deliveries are marked, moved and canceled", async ({ open, serve, step }) => {
  const first = { ...scheduled, scheduledDeliveryDate: "2026-11-21" };
  const second = aDeskOrder({ ...confirmed, status: "scheduled", scheduledDeliveryDate: "2026-11-24" });
  const third = { ...pending, status: "scheduled" as const, scheduledDeliveryDate: "2026-11-19" };
  let rows: DeskTreeOrder[] = [first, second, third];
  const past = ({ query }: { query: URLSearchParams }) => {
    if (!query.has("pastUnmarked")) return [answered];
    const Link = '</api/tree-orders?scope=admin&pastUnmarked=true&limit=5&cursor=3>; rel="next"';
    return query.get("cursor")
      ? rows.slice(2)
      : HttpResponse.json(rows.slice(0, 2), rows.length > 2 ? { headers: { Link } } : {});
  };
  serve({
    "GET /api/tree-orders": ({ query }) =>
      query.has("pastUnmarked") ? refusal(500, "Out of order.") : [answered],
  });
  await open(() => openDesk("?tab=trees"));
  serve({ "GET /api/tree-orders": past, "PATCH /api/tree-orders/:id": refusal(500, "Out of order.") });
  await step("Check for past deliveries again", (person) => person.click(button("Try again")));
  await step("Show more of them", (person) => person.click(button("Show more")));
  await step("One was done, which is not saved", (person) =>
    person.click(button("Done: order 9000000c, Bea Quinn")),
  );
  const save = ({ params, body }: { params: Record<string, string>; body: object }) => {
    const row = rows.find(({ id }) => id === params.id) as DeskTreeOrder;
    rows = rows.filter(({ id }) => id !== params.id);
    return { ...row, ...body, updatedAt: "2026-11-25T15:00:00Z" };
  };
  serve({ "PATCH /api/tree-orders/:id": save });
  await step("It was done", (person) => person.click(button("Done: order 9000000c, Bea Quinn")));
  await step("Move another one", (person) =>
    person.click(button("Move to another day: order 4000000b, Zed Pike")),
  );
  await step("To no day", (person) =>
    person.click(dialog().getByRole("button", { name: "Schedule delivery" })),
  );
  await step("To a day", async (person) => {
    await pickUpcoming(person, dialog().getByLabelText("Delivery day"), "2026-12-03");
    await person.click(dialog().getByRole("button", { name: "Schedule delivery" }));
  });
  await step("Cancel the last one", (person) => person.click(button("Cancel… order 7000000a, Mia Zorn")));
  await step("Keep it", (person) => person.click(button("Keep order")));
  await step("Cancel it after all", (person) => person.click(button("Cancel… order 7000000a, Mia Zorn")));
  await step("Confirm", (person) => person.click(button("Cancel order")));
});
