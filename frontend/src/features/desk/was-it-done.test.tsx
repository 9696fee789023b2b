import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { easternToday } from "~/lib/eastern";
import { hold } from "~/test/held";
import { pickDay } from "~/test/pick-day";
import { aDeskJob } from "./jobs/test-job";
import {
  aDeskOrder,
  escapeDialog,
  hours,
  openDesk,
  serveList,
  servePast,
  serveRowParts,
  serveWrite,
} from "./test-desk";

const job = aDeskJob({ scheduledDate: `${hours(-30).slice(0, 10)}T15:00:00Z` });
const order = aDeskOrder({
  id: "0198a000-0000-7000-8000-00005c21d9a7",
  status: "scheduled",
  scheduledDeliveryDate: hours(-48).slice(0, 10),
});

/** Open a tab with a past row that is unmarked until it is changed. Return the bodies of the changes. */
function openPast(tab: string, path: string, row: { id: string }, refuse = false) {
  serveList(path, []);
  serveRowParts();
  let open = true;
  const sent = serveWrite("patch", `${path}/:id`, (body) => {
    if (refuse) return HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 });
    open = false;
    const takedown = { offersTakedown: "quoteId" in row, suggestedTakedown: null };
    return HttpResponse.json({ ...row, ...body, ...(body.status === "completed" && takedown) });
  });
  servePast(path, () => (open ? [row] : []));
  return { sent, ...openDesk(`?tab=${tab}`) };
}

const section = () => screen.findByRole("region", { name: "Was it done?" });
/** Wait until no row is left, also behind a dialog. */
const gone = () =>
  waitFor(() =>
    expect(screen.queryByRole("region", { name: "Was it done?", hidden: true })).not.toBeInTheDocument(),
  );

it("what no one has marked for a year says of which year it is", async () => {
  const visit = { ...job, scheduledDate: "2024-12-20T15:00:00Z" };
  const { unmount } = openPast("jobs", "/api/jobs", visit);
  expect(within(await section()).getByText("Dec 20, 2024, 10:00 AM")).toBeVisible();
  unmount();
  const delivery = { ...order, scheduledDeliveryDate: "2024-12-21" };
  openPast("trees", "/api/tree-orders", delivery);
  expect(within(await section()).getByText("Dec 21, 2024")).toBeVisible();
});

describe("a visit whose day has passed", () => {
  it("is marked as done with one press", async () => {
    const { person, sent } = openPast("jobs", "/api/jobs", job);
    const past = within(await section());
    expect(past.getByText("Eleanor Hayes")).toBeVisible();
    await person.click(past.getByRole("button", { name: /^Done: job c90a4418, Eleanor Hayes/ }));
    await gone();
    await waitFor(() => expect(sent.map(({ body }) => body.status)).toEqual(["completed"]));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    const offer = within(await screen.findByRole("dialog", { name: "Schedule the takedown?" }));
    expect(offer.getByLabelText("Day")).toHaveTextContent("Pick a date"); // January is not planned yet
    expect(offer.getByLabelText("Time")).toHaveValue("09:00");
  });

  it("comes back if the server refuses", async () => {
    const { person } = openPast("jobs", "/api/jobs", job, true);
    await person.click(within(await section()).getByRole("button", { name: /^Done/ }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(within(await section()).getByText("Eleanor Hayes")).toBeVisible();
  });

  it("can be moved to another day", async () => {
    const { person, sent } = openPast("jobs", "/api/jobs", job);
    await person.click(within(await section()).getByRole("button", { name: /^Move to another day/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Move to another day" }));
    const [date = ""] = hours(30).split("T");
    await pickDay(person, dialog.getByLabelText("Day"), date);
    await person.click(dialog.getByRole("button", { name: "Move visit" }));
    await gone();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(String(sent[0]?.body.scheduledDate)).toContain(date);
  });

  it("leaves at once when it is moved to today", async () => {
    const { person } = openPast("jobs", "/api/jobs", job);
    const { held, release } = hold();
    serveWrite("patch", "/api/jobs/:id", async () => {
      await held;
      return HttpResponse.json({ message: "Too slow" }, { status: 500 });
    });
    await person.click(within(await section()).getByRole("button", { name: /^Move to another day/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Move to another day" }));
    await pickDay(person, dialog.getByLabelText("Day"), easternToday());
    await person.click(dialog.getByRole("button", { name: "Move visit" }));
    await gone();
    release();
    expect(within(await section()).getByText("Eleanor Hayes")).toBeInTheDocument(); // it was not moved
  });

  it("is canceled only after confirmation", async () => {
    const { person, sent } = openPast("jobs", "/api/jobs", job);
    await person.click(within(await section()).getByRole("button", { name: /^Cancel…/ }));
    await person.click(await screen.findByRole("button", { name: "Keep visit" }));
    expect(sent).toEqual([]);
    await person.click(within(await section()).getByRole("button", { name: /^Cancel…/ }));
    await person.click(await screen.findByRole("button", { name: "Cancel visit" }));
    await gone();
    await waitFor(() => expect(sent.map(({ body }) => body.status)).toEqual(["cancelled"]));
  });
});

describe("a delivery whose day has passed", () => {
  it("is marked as delivered with one press", async () => {
    const { person, sent } = openPast("trees", "/api/tree-orders", order);
    await person.click(
      within(await section()).getByRole("button", { name: /^Done: order 5c21d9a7, Eleanor Hayes/ }),
    );
    await gone();
    await waitFor(() => expect(sent.map(({ body }) => body.status)).toEqual(["delivered"]));
  });

  it("can be moved to another day", async () => {
    const { person, sent } = openPast("trees", "/api/tree-orders", order);
    const past = within(await section());
    expect(past.getByText("Higher Quality 7-8 ft Tree · Portsmouth")).toBeVisible();
    await person.click(past.getByRole("button", { name: /^Move to another day: order 5c21d9a7/ }));
    await screen.findByRole("dialog", { name: "Schedule the delivery" });
    await escapeDialog(person);
    await person.click(past.getByRole("button", { name: /^Move to another day/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule the delivery" }));
    await person.click(await dialog.findByRole("button", { name: "Schedule delivery" }));
    expect(await dialog.findByText("Pick a day")).toBeVisible(); // its own has passed
    await person.click(dialog.getByLabelText("Delivery day"));
    await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).toBeTruthy());
    await person.keyboard("{Enter}"); // today
    await person.click(dialog.getByRole("button", { name: "Schedule delivery" }));
    await gone();
    await waitFor(() => expect(sent).toHaveLength(1));
    const { status, scheduledDeliveryDate } = sent[0]?.body ?? {};
    expect(status).toBe("scheduled");
    expect(String(scheduledDeliveryDate) > (order.scheduledDeliveryDate ?? "")).toBe(true);
  });

  it("is canceled only after confirmation", async () => {
    const { person, sent } = openPast("trees", "/api/tree-orders", order);
    await person.click(within(await section()).getByRole("button", { name: /^Cancel…/ }));
    await person.click(await screen.findByRole("button", { name: "Cancel order" }));
    await gone();
    await waitFor(() => expect(sent.map(({ body }) => body.status)).toEqual(["cancelled"]));
  });
});
