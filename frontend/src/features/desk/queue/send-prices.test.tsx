import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { quoteKeys } from "~/api/keys";
import { hold } from "~/test/held";
import { server } from "~/test/server";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { aDeskQuote, hours, serveList, serveWrite } from "../test-desk";
import { aRequest, namesShown, openQueue, priceOf, rowOf, serveQueue } from "./test-queue";

const ann = aRequest("Ann Ames", { respondBy: hours(1) });
const ben = aRequest("Ben Bow", { respondBy: hours(2), kind: "question", question: "Why?" });
const cal = aRequest("Cal Coe", { respondBy: hours(3) });
const dee = aRequest("Dee Day", { respondBy: hours(4) });
const everyone = [ann, ben, cal, dee];
const lateTree = aRequest("Eve Elm", { respondBy: hours(-2), kind: "tree_order", quoteId: null });

/** When the server has saved a price. */
const pricedAt = hours(0);

/** Accept every price once `until` resolves, and remove its row from the queue. */
function servePrices(until: (amount: unknown) => Promise<unknown> = () => Promise.resolve()) {
  let waiting = [...everyone];
  return serveWrite("patch", "/api/quotes/:id", async (body) => {
    await until(body.quoteAmount);
    const last = waiting.find(({ updatedAt }) => updatedAt === body.updatedAt);
    waiting = waiting.filter((item) => item !== last);
    serveQueue(waiting);
    return HttpResponse.json(aDeskQuote({ ...body, id: last?.id ?? "", updatedAt: pricedAt }));
  });
}

describe("prices", () => {
  it("are sent with digits and Enter alone, and each row leaves at once", async () => {
    const { person, queryClient } = await openQueue(everyone);
    const quotes = quoteKeys.desk({});
    const rows = [aDeskQuote({ id: ann.id })];
    queryClient.setQueryData(quotes, { pages: [{ rows, next: null }], pageParams: [] });
    queryClient.setQueryData(analyticsKeys.all, {});
    await person.type(await priceOf("Dee Day"), "7");
    const first = hold();
    const last = hold();
    const sent = servePrices((amount) => (amount === "1100.00" ? last.held : first.held));
    await person.click(await priceOf("Ann Ames"));
    await person.keyboard("1250{Enter}");
    // Before any response: the row is gone, and the next price has the focus.
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow", "Cal Coe", "Dee Day"]));
    expect(await priceOf("Cal Coe")).toHaveFocus();
    await waitFor(() => expect(sent).toHaveLength(1));
    await person.keyboard("980.5{Enter}");
    await waitFor(async () => expect(await priceOf("Dee Day")).toHaveFocus());
    await waitFor(() => expect(sent).toHaveLength(2));
    await person.keyboard("1,100{Enter}"); // in place of what was there
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
    await waitFor(() => expect(sent).toHaveLength(3));
    await act(async () => first.release());
    for (const { id } of [ann, cal])
      await waitFor(() => expect(sessionStorage.getItem(`draft:desk:amount:${id}`)).toBeNull());
    await act(async () => last.release());
    expect(sent.map(({ body }) => body.quoteAmount)).toEqual(["1250.00", "980.50", "1100.00"]);
    expect(sent[0]?.body).toEqual({ quoteAmount: "1250.00", status: "reviewed", updatedAt: ann.updatedAt });
    expect(await screen.findByText("Sent. Dee can now accept or decline $1,100.00.")).toBeVisible();
    expect(screen.getByText("Quote Updated")).toBeVisible();
    expect(sessionStorage.getItem(`draft:desk:amount:${dee.id}`)).toBeNull();
    expect(queryClient.getQueryData(quotes)).toMatchObject({
      pages: [{ rows: [{ quoteAmount: "1250.00", updatedAt: pricedAt }] }],
    });
    // A moment later, the season's figures are fetched again.
    await waitFor(() => expect(queryClient.getQueryState(analyticsKeys.all)?.isInvalidated).toBe(true));
    await waitFor(() =>
      expect(queryClient.getQueryState(deskKeys.promise)?.dataUpdateCount).toBeGreaterThan(1),
    );
  });

  it("that are sent don't come back when the tab is opened again", async () => {
    const { person } = await openQueue(everyone);
    serveList("/api/desk/customers", []);
    servePrices();
    await person.click(await priceOf("Ann Ames"));
    await person.keyboard("1250{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    server.use(http.get("/api/desk/queue", () => delay("infinite")));
    await person.click(screen.getByRole("tab", { name: "Customers" }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Waiting for a reply" })).toBeNull());
    await person.click(screen.getByRole("tab", { name: /^Due now/ }));
    await screen.findByRole("list", { name: "Waiting for a reply" });
    expect(namesShown()).toEqual(["Ben Bow", "Cal Coe", "Dee Day"]);
  });

  it("are typed on phones after a tap, which focuses the field", async () => {
    await openQueue(everyone);
    const tapped = screen.getByRole("button", { name: "Enter price for Cal Coe" });
    const field = await priceOf("Cal Coe");
    fireEvent.click(tapped);
    expect(field).toHaveFocus();
    expect(tapped).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Enter price for Ann Ames" })).toBeInTheDocument();
  });

  it("are sent by their button, but not by the second click of a double click, which hits the next row", async () => {
    const { person } = await openQueue(everyone);
    const sent = servePrices();
    await person.type(await priceOf("Cal Coe"), "980");
    await person.type(await priceOf("Ann Ames"), "1250");
    fireEvent.click(screen.getByRole("button", { name: "Send quote to Ann Ames" }), { detail: 1 });
    fireEvent.click(screen.getByRole("button", { name: "Send quote to Cal Coe" }), { detail: 2 });
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(sent.map(({ body }) => body.quoteAmount)).toEqual(["1250.00"]);
    expect(namesShown()).toEqual(["Ben Bow", "Cal Coe", "Dee Day"]);
  });

  it("move the focus to the heading when the list is empty", async () => {
    const { person } = await openQueue([ann]);
    serveWrite("patch", "/api/quotes/:id", () => {
      serveQueue([]);
      return HttpResponse.json(aDeskQuote({ id: ann.id }));
    });
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    expect(await screen.findByRole("heading", { name: "All caught up" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Due now" })).toHaveFocus();
    expect(await screen.findByText("Quote Updated")).toBeVisible();
  });

  it("move the focus from the last row to the first one without a price", async () => {
    const { person } = await openQueue(everyone);
    servePrices();
    await person.type(await priceOf("Dee Day"), "900{Enter}");
    await waitFor(() => expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Cal Coe"]));
    expect(await priceOf("Ann Ames")).toHaveFocus();
    expect(await screen.findByText("Quote Updated")).toBeVisible();
  });

  it("lower the counts at once", async () => {
    const { person } = await openQueue([{ ...ann, respondBy: hours(-1) }, ben, cal, dee, lateTree]);
    await screen.findByRole("button", { name: "Quotes 3" });
    expect(screen.getByRole("button", { name: "Late 2" })).toBeVisible();
    const { held, release } = hold();
    const sent = serveWrite("patch", "/api/quotes/:id", async () => {
      await held;
      return HttpResponse.json(aDeskQuote());
    });
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    expect(screen.getByRole("button", { name: "Quotes 2" })).toBeVisible();
    expect(screen.getByRole("button", { name: "All 4" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Late 1" })).toBeVisible();
    await person.type(await priceOf("Cal Coe"), "900{Enter}"); // who isn't late
    expect(screen.getByRole("button", { name: "All 3" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Late 1" })).toBeVisible();
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => release());
  });

  it("of proposals can't be typed, since they are the sum of the lines", async () => {
    const draft = aRequest("Lee Fox", { hasLines: true, amount: "929.00" });
    const { person } = await openQueue([draft, cal]);
    const row = await rowOf("Lee Fox");
    expect(row.queryByRole("textbox")).toBeNull();
    expect(row.getAllByText(/\$929\.00/).length).toBeGreaterThan(0);
    expect(row.getByText(/^Proposal not sent · /)).toBeVisible();
    expect(row.getByRole("link", { name: "Edit proposal: Lee Fox" })).toHaveAttribute(
      "href",
      `/admin?tab=quotes&proposal=${draft.id}`,
    );
    await person.click(row.getByRole("link", { name: "Lee Fox" }));
    const details = within(await screen.findByRole("region", { name: "Lee Fox" }));
    expect(await details.findByText("$929.00, not sent yet")).toBeVisible();
    expect(details.queryByRole("button", { name: "Send quote" })).toBeNull();
  });

  it("that aren't valid amounts are kept and explained", async () => {
    const { person } = await openQueue(everyone);
    await person.type(await priceOf("Ann Ames"), "12x{Enter}");
    expect((await rowOf("Ann Ames")).getByText("Enter an amount like 1284.50")).toBeVisible();
    await person.keyboard("{Escape}{Enter}");
    expect((await rowOf("Ann Ames")).getByText("Enter an amount first")).toBeVisible();
    expect(namesShown()).toHaveLength(4);
  });

  it("that the server refuses bring their row back with the reason and the text", async () => {
    const { person } = await openQueue(everyone);
    server.use(
      http.patch("/api/quotes/:id", () =>
        HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
      ),
    );
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    const row = await rowOf("Ann Ames");
    expect(await row.findByText("Someone else just changed this.")).toBeVisible();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Cal Coe", "Dee Day"]);
    expect(await priceOf("Ann Ames")).toHaveValue("900");
    expect(await screen.findByText("Update Failed")).toBeVisible();
    // The next row was already being worked on, and still is.
    expect(await priceOf("Cal Coe")).toHaveFocus();
  });

  it("go on to the next price although the details that are open change", async () => {
    const { person } = await openQueue(everyone);
    await person.click((await rowOf("Ann Ames")).getByRole("link", { name: "Ann Ames" }));
    await screen.findByRole("region", { name: "Ann Ames" });
    serveWrite("patch", "/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ id: ann.id })));
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    expect(await screen.findByRole("region", { name: "Cal Coe" })).toBeVisible();
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(await priceOf("Cal Coe")).toHaveFocus();
  });

  it("that the server refuses don't touch the list of a filter that was chosen since", async () => {
    const { person } = await openQueue(everyone);
    const { held, release } = hold();
    server.use(
      http.patch("/api/quotes/:id", () =>
        held.then(() => HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 })),
      ),
    );
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    serveQueue([]);
    await person.click(screen.getByRole("button", { name: /^Questions/ }));
    expect(await screen.findByRole("heading", { name: "None left here" })).toBeVisible();
    server.use(http.get("/api/desk/queue", () => new Promise<Response>(() => undefined)));
    release();
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(screen.getByRole("heading", { name: "None left here" })).toBeVisible();
  });

  it("that fail late bring back only their own row", async () => {
    const { person } = await openQueue(everyone);
    const { held, release } = hold();
    server.use(
      http.patch("/api/quotes/:id", async ({ params }) => {
        if (params.id !== ann.id) return HttpResponse.json(aDeskQuote({ id: String(params.id) }));
        await held;
        return new HttpResponse(null, { status: 500 });
      }),
    );
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    await person.keyboard("800{Enter}");
    expect(await screen.findByText(/accept or decline \$800\.00/)).toBeVisible();
    serveQueue([ann, ben, dee]);
    await act(async () => release());
    await waitFor(() => expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Dee Day"]));
    expect(await priceOf("Ann Ames")).toHaveValue("900");
  });

  it("that are not sent survive a reload, until they are cleared with Escape", async () => {
    const first = await openQueue(everyone);
    await first.person.type(await priceOf("Ann Ames"), "900");
    first.unmount();
    const { person } = await openQueue(everyone);
    const field = await priceOf("Ann Ames");
    expect(field).toHaveValue("900");
    await person.type(field, "{Escape}");
    expect(field).toHaveValue("");
    expect(sessionStorage.getItem(`draft:desk:amount:${ann.id}`)).toBeNull();
  });
});

describe("undo", () => {
  async function sendOne() {
    const page = await openQueue(everyone);
    const prices = servePrices();
    await page.person.type(await priceOf("Ann Ames"), "900{Enter}");
    await screen.findByText("Quote Updated");
    return { ...page, prices };
  }

  it("brings the row back with its text, before the customer is notified, and the price can be sent again", async () => {
    const { person, prices } = await sendOne();
    const undoneAt = hours(0.1);
    const sent = serveWrite("post", "/api/quotes/:id/undo-price", () => {
      serveQueue([{ ...ann, updatedAt: undoneAt }, ben, cal, dee]);
      return HttpResponse.json(aDeskQuote({ id: ann.id, updatedAt: undoneAt }));
    });
    await person.click(screen.getByRole("button", { name: "Undo" }));
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Cal Coe", "Dee Day"]);
    expect(await priceOf("Ann Ames")).toHaveValue("900");
    expect(await screen.findByText("Price taken back")).toBeVisible();
    expect(sessionStorage.getItem(`draft:desk:amount:${ann.id}`), "a reload keeps it").toBe('"900"');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({ updatedAt: pricedAt });
    await person.type(await priceOf("Ann Ames"), "{Enter}");
    await waitFor(() => expect(prices).toHaveLength(2));
    expect(prices[1]?.body).toMatchObject({ quoteAmount: "900.00", updatedAt: undoneAt });
    expect(await screen.findByText("Quote Updated")).toBeVisible();
  });

  it("that comes too late removes the row again and says why", async () => {
    const { person } = await sendOne();
    serveWrite("post", "/api/quotes/:id/undo-price", () =>
      HttpResponse.json({ message: "Ann has been told the price." }, { status: 409 }),
    );
    await person.keyboard("u");
    expect(await screen.findByText("Ann has been told the price.")).toBeVisible();
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow", "Cal Coe", "Dee Day"]));
    expect(sessionStorage.getItem(`draft:desk:amount:${ann.id}`)).toBeNull();
  });

  it("ends with its toast", async () => {
    const { person } = await sendOne();
    const sent = serveWrite("post", "/api/quotes/:id/undo-price", () => HttpResponse.json(aDeskQuote()));
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + 5_000);
    await person.keyboard("u");
    await delay(50);
    expect(sent).toEqual([]);
    expect(namesShown()).toEqual(["Ben Bow", "Cal Coe", "Dee Day"]);
  });

  it("works for several prices, the last one first", async () => {
    const { person } = await sendOne();
    await person.keyboard("800{Enter}");
    await screen.findByText(/\$800\.00/);
    const undone: string[] = [];
    server.use(
      http.post("/api/quotes/:id/undo-price", ({ params }) => {
        undone.push(String(params.id));
        return HttpResponse.json(aDeskQuote({ id: String(params.id) }));
      }),
    );
    await person.keyboard("u");
    await waitFor(() => expect(undone).toEqual([cal.id]));
    await person.keyboard("u");
    await waitFor(() => expect(undone).toEqual([cal.id, ann.id]));
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Cal Coe", "Dee Day"]);
  });
});

describe("the keyboard", () => {
  it("moves through the rows with letters and arrows, also within a price", async () => {
    const { person } = await openQueue(everyone);
    await person.click(await priceOf("Ann Ames"));
    await person.keyboard("j");
    expect(screen.getByRole("link", { name: "Ben Bow" })).toHaveFocus();
    await person.keyboard("{ArrowDown}{ArrowDown}k");
    expect(screen.getByRole("link", { name: "Cal Coe" })).toHaveFocus();
    expect(await priceOf("Ann Ames")).toHaveValue("");
    await person.keyboard("/");
    expect(screen.getByRole("searchbox", { name: "Search this list" })).toHaveFocus();
  });

  it("opens a row that has no conversation to reply in", async () => {
    const { person } = await openQueue([lateTree]);
    screen.getByRole("link", { name: "Eve Elm" }).focus();
    await person.keyboard("r");
    expect(await screen.findByRole("region", { name: "Eve Elm" })).toBeVisible();
  });

  it("opens a row, replies and logs a call", async () => {
    const { person, router } = await openQueue(everyone);
    await person.click(await priceOf("Ann Ames"));
    await person.keyboard("jr");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Reply to Ben Bow" })).toHaveFocus());
    expect(router.state.location.search).toContain(`open=question-${ben.id}`);
    // Letters are text here.
    await person.keyboard("jerk");
    expect(screen.getByRole("textbox", { name: "Reply to Ben Bow" })).toHaveValue("jerk");
    (await screen.findByRole("link", { name: "Ben Bow" })).focus();
    await person.keyboard("r"); // its details are open already
    expect(screen.getByRole("textbox", { name: "Reply to Ben Bow" })).toHaveFocus();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("link", { name: "Ben Bow" })).toHaveFocus());
    await person.keyboard("c");
    expect(within(await screen.findByRole("dialog")).getByText("Log a call with Ben Bow")).toBeVisible();
  });
});
