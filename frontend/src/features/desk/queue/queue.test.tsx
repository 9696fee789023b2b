import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aLook } from "~/test/rows";
import { server } from "~/test/server";
import {
  aDeskOrder,
  aDeskQuote,
  aQueueItem,
  hours,
  openDesk,
  row,
  serveList,
  serveWrite,
} from "../test-desk";

const late = aQueueItem({ dueAt: hours(-2.5) });
const order = aQueueItem({
  kind: "tree_order",
  estimate: null,
  id: "0198a000-0000-7000-8000-00007be2d310",
  customerName: "Marcus Bell",
  communicationPreference: "phone",
  summary: "Modest 6 ft Standard Tree",
});

async function openQueue(items = [late, order]) {
  const page = openDesk();
  serveList("/api/desk/queue", items);
  await screen.findByRole("table", { name: "Waiting for a reply" });
  return page;
}

describe("what is due", () => {
  it("comes first, with the time left and the customer's preferred channel", async () => {
    await openQueue();
    expect(await screen.findByText("92%")).toBeVisible();
    const first = await row("Eleanor Hayes");
    expect(first.getByText("Late by 2 h")).toBeVisible();
    expect(first.getByText("About $850 to $1,290")).toBeVisible();
    expect(first.getByRole("link", { name: "Email Eleanor Hayes, preferred" })).toHaveAttribute(
      "href",
      "mailto:eleanor@example.com",
    );
    const second = await row("Marcus Bell");
    expect(second.getByText("3 h left")).toBeVisible();
    expect(second.getByRole("link", { name: "Call 603-555-0172, Marcus Bell, preferred" })).toHaveAttribute(
      "href",
      "tel:+16035550172",
    );
    expect(second.getByRole("link", { name: /^Open tree order/ })).toHaveAttribute(
      "href",
      `/admin?tab=trees&view=all&q=7be2d310&open=${order.id}`,
    );
    expect(second.queryByLabelText(/^Amount/)).not.toBeInTheDocument();
    expect(second.queryByText(/^About/)).not.toBeInTheDocument();
  });

  it("has the chosen look in the row, and nothing where there is none", async () => {
    await openQueue([{ ...late, look: aLook() }, order]);
    const picture = (await row("Eleanor Hayes")).getByRole("img", { name: aLook().description });
    expect(picture).toHaveAttribute("src", aLook().thumbnail);
    expect((await row("Marcus Bell")).queryByRole("img")).not.toBeInTheDocument();
  });

  it("shows a message when nobody is waiting", async () => {
    openDesk();
    expect(await screen.findByRole("heading", { name: "All caught up" })).toBeVisible();
  });

  it("shows an error when the metrics or the queue fail to load", async () => {
    openDesk();
    server.use(
      http.get("/api/desk/queue", () => new HttpResponse(null, { status: 500 })),
      http.get("/api/desk/promise", () => new HttpResponse(null, { status: 500 })),
    );
    expect(await screen.findByText("We couldn't load the customers waiting")).toBeVisible();
    expect(await screen.findByText("We couldn't load this season's numbers.")).toBeVisible();
    // The office is not told to call itself.
    expect(screen.getByText("Check your connection and try again.")).toBeVisible();
  });
});

describe("a queue that stays open", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const newcomer = () =>
    aQueueItem({
      id: "0198a000-0000-7000-8000-00000badcafe",
      customerName: "Tom Okafor",
      createdAt: hours(0.001),
    });

  it("shows and announces new entries", async () => {
    await openQueue();
    const heading = screen.getByRole("heading", { name: "Due now" });
    serveList("/api/desk/queue", [late, order, newcomer()]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await screen.findByText("Tom Okafor")).toBeVisible();
    expect(within(heading.parentElement as HTMLElement).getByRole("status")).toHaveTextContent(
      "New request from Tom Okafor",
    );
    expect(screen.getByText("Showing 3 customers waiting.")).toBeVisible();
  });

  it("pauses refreshing during typing and while the page is hidden", async () => {
    await openQueue();
    const box = screen.getByLabelText(/^Amount for quote/);
    act(() => box.focus());
    const asked = serveList("/api/desk/queue", [order, newcomer()]);
    await vi.advanceTimersByTimeAsync(150_000);
    expect(asked).toHaveLength(0);
    expect(box).toBeVisible();

    act(() => box.blur());
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(150_000);
    expect(asked).toHaveLength(0);

    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(asked.length).toBeGreaterThan(0);
    focusManager.setFocused(undefined);
  });
});

describe("the next step", () => {
  it("sets a quote's amount, after which the row leaves the queue", async () => {
    const { person } = await openQueue();
    const sent = serveWrite("patch", "/api/quotes/:id", (body) => {
      serveList("/api/desk/queue", [order]);
      return HttpResponse.json(aDeskQuote({ ...body, answeredAt: hours(0) }));
    });
    await person.type(screen.getByLabelText(/^Amount for quote/), "abc{Enter}");
    expect(await screen.findByText("Enter an amount like 1284.50")).toBeVisible();
    await person.clear(screen.getByLabelText(/^Amount for quote/));
    await person.type(screen.getByLabelText(/^Amount for quote/), "900{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    const body = { quoteAmount: "900.00", status: "reviewed", updatedAt: late.updatedAt };
    expect(sent).toEqual([{ key: null, body }]);
    await waitFor(() => expect(screen.queryByText("Eleanor Hayes")).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { name: "Due now" })).toHaveFocus();
  });

  it("keeps the typed text and overwrites nothing after a conflict", async () => {
    const { person } = await openQueue();
    const asked = serveWrite("patch", "/api/quotes/:id", () => {
      serveList("/api/desk/queue", [{ ...late, updatedAt: hours(0) }, order]);
      return HttpResponse.json({ message: "This was changed a moment ago" }, { status: 409 });
    });
    await person.type(screen.getByLabelText(/^Amount for quote/), "900{Enter}");
    expect(await screen.findByText("This was changed a moment ago")).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(screen.getByLabelText(/^Amount for quote/)).toHaveValue("900");
  });

  it("keeps an unsent amount, until it is cleared with Escape", async () => {
    const { person, unmount } = await openQueue();
    await person.type(screen.getByLabelText(/^Amount for quote/), "900");
    unmount();
    await openQueue();
    await waitFor(() => expect(screen.getByLabelText(/^Amount for quote/)).toHaveValue("900"));
    await person.type(screen.getByLabelText(/^Amount for quote/), "{Escape}");
    expect(screen.getByLabelText(/^Amount for quote/)).toHaveValue("");
    expect(sessionStorage.getItem(`draft:desk:amount:${late.id}`)).toBeNull();
  });

  it("confirms the change when the row is removed before the metrics load", async () => {
    const { person } = await openQueue();
    await screen.findByText("92%");
    server.use(http.get("/api/desk/promise", () => new Promise<never>(() => undefined)));
    serveWrite("patch", "/api/quotes/:id", (body) => {
      serveList("/api/desk/queue", [order]);
      return HttpResponse.json(aDeskQuote({ ...body, answeredAt: hours(0) }));
    });
    await person.type(screen.getByLabelText(/^Amount for quote/), "900{Enter}");
    await waitFor(() => expect(screen.queryByText("Eleanor Hayes")).not.toBeInTheDocument());
    expect(await screen.findByText("Quote Updated")).toBeVisible();
  });

  it("logs a call about a tree", async () => {
    const { person } = await openQueue();
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(aDeskOrder())));
    const sent = serveWrite("post", "/api/tree-orders/:id/calls", (body) =>
      HttpResponse.json(
        { id: "k1", ...body, authorName: "Nora Field", createdAt: hours(0) },
        { status: 201 },
      ),
    );
    const line = await row("Marcus Bell");
    await person.click(line.getByRole("button", { name: /^Log a call/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Log a call with Marcus Bell" }));
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
    expect(sent[0]?.body).toEqual({ outcome: "reached", note: "" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
