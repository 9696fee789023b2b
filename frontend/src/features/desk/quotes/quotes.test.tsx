import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { invoiceKeys, jobKeys } from "~/api/keys";
import { loadPage } from "~/lib/load-page";
import { hold } from "~/test/held";
import { aLook, aProgress, aYes } from "~/test/rows";
import { server } from "~/test/server";
import { customerKey } from "../shared/customer-key";
import { analyticsKeys, deskKeys } from "../shared/keys";
import {
  aDeskQuote,
  aDeskQuoteInDetail,
  admin,
  escapeDialog,
  factsShown,
  hours,
  openDesk,
  row,
  serveList,
  serveRowParts,
  serveWrite,
} from "../test-desk";

const quote = aDeskQuote();
const marcus = aDeskQuote({ id: "0198a000-0000-7000-8000-00007be2d310", fullName: "Marcus Bell" });
const patch = "/api/quotes/:id";
const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount of quote/);
const status = () => screen.getByLabelText<HTMLSelectElement>(/^Status of quote/);
const badge = () => status().parentElement?.firstElementChild;
const save = () => screen.getByRole("button", { name: /^Save quote/ });
/** Wait until the row is saved: its button is in the tab order only as long as there is something to save. */
const saved = () => waitFor(() => expect(save()).toHaveAttribute("tabindex", "-1"));

async function openQuotes(rows = [quote], search = "") {
  const asked = serveList("/api/quotes", rows);
  const page = openDesk(`?tab=quotes${search}`);
  if (rows.length > 0) await screen.findByRole("table", { name: "Quotes" });
  return { ...page, asked };
}

describe("the list of quotes", () => {
  it.each([
    ["quoting", "requested", "Working on it"],
    ["reviewed", "requested", "Working on it"],
    ["quoting", "priced", "Waiting for the customer"],
    ["reviewed", "priced", "Waiting for the customer"],
    ["pending", "requested", "Pending"],
    ["approved", "accepted", "Approved"],
  ] as const)("says whose turn it is: %s, %s", async (stored, step, words) => {
    await openQuotes([aDeskQuote({ status: stored, progress: aProgress({ step }) })]);
    expect(badge()?.textContent).toBe(words);
    expect(status()).toHaveValue(stored);
  });

  it("names another status that is selected but not saved", async () => {
    const { person } = await openQuotes([aDeskQuote({ status: "quoting", progress: aProgress() })]);
    await person.selectOptions(status(), "Reviewed");
    expect(badge()?.textContent).toBe("Reviewed");
  });

  it("shows each customer and request, with the last eight characters of the id", async () => {
    await openQuotes();
    const line = await row("Eleanor Hayes");
    expect(line.getByText("a41f09c2")).toBeVisible();
    expect(line.getByText("Portsmouth")).toBeVisible();
    expect(line.getByText("3 h left")).toBeVisible();
    expect(
      within(status())
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual([
      "Pending",
      "Quoting",
      "Reviewed",
      "Approved",
      "Service Scheduled",
      "Complete",
      "Complete with Storage",
      "Rejected",
    ]);
  });

  it("is fetched again whenever its tab is opened, since customers add to it", async () => {
    const { person } = await openQuotes();
    await row("Eleanor Hayes");
    await person.click(screen.getByRole("tab", { name: /^Due now/ }));
    await screen.findByRole("heading", { name: "Due now" });
    serveList("/api/quotes", [aDeskQuote({ id: "q2", fullName: "Ann Ames" }), quote]);
    await person.click(screen.getByRole("tab", { name: "Quote Management" }));
    expect(await row("Ann Ames")).toBeTruthy();
  });

  it("counts down to the deadline of open quotes that have no response yet", async () => {
    const names = ["Ann Open", "Ann Answered", "Ann Approved", "Ann Complete", "Ann Rejected"];
    const changes = [
      { status: "quoting" },
      { answeredAt: hours(-1) },
      { status: "approved" },
      { status: "complete" },
      { status: "rejected" },
    ] as const;
    await openQuotes(
      names.map((fullName, place) => aDeskQuote({ id: `q${place}`, fullName, ...changes[place] })),
    );
    for (const name of names) {
      const badges = (await row(name)).queryAllByText(/ left$/);
      expect(badges, name).toHaveLength(name === "Ann Open" ? 1 : 0);
    }
  });

  it("shows a proposal's price with a link to its lines instead of an amount field, and otherwise the estimate", async () => {
    const lines = { hasLines: true, quoteAmount: "929.00" };
    await openQuotes([
      aDeskQuote({ id: "q1", fullName: "Ann Ames", ...lines }),
      aDeskQuote({ id: "q2", fullName: "Ben Bow", ...lines, quoteAmount: null }),
      aDeskQuote({ id: "q3", fullName: "Cal Coe", addOns: [] }),
    ]);
    const ann = await row("Ann Ames");
    expect(ann.getByText("$929.00")).toBeVisible();
    expect(ann.getByRole("link", { name: /proposal/ })).toHaveAttribute(
      "href",
      expect.stringContaining("=q1"),
    );
    expect(ann.queryByRole("textbox")).not.toBeInTheDocument();
    expect(ann.queryByText(/^About/)).not.toBeInTheDocument();
    const ben = await row("Ben Bow");
    expect(ben.getByText("No price")).toBeVisible();
    expect(ben.getByText("About $850 to $1,290")).toBeVisible();
    const cal = await row("Cal Coe");
    expect(cal.getByRole("textbox", { name: /^Amount of/ })).toBeVisible();
    expect(cal.queryByText("No price")).not.toBeInTheDocument();
  });

  it("shows a quote's history as text", async () => {
    serveRowParts(quote);
    const changes = [
      { field: "status", from: "pending", to: "service_scheduled" },
      { field: "quoteAmount", from: null, to: "1284.5" },
      { field: "preferredStartDate", from: "2026-11-24T12:00:00Z", to: null },
      { field: "city", from: "Dover", to: "Rye" },
    ];
    serveList("/api/quotes/:id/history", [
      { id: "h1", at: "2026-11-20T15:00:00Z", by: "Ada Whitcomb", changes },
      { id: "h0", at: "2026-11-19T15:00:00Z", by: "", changes: [{ field: "id", from: null, to: "x" }] },
    ]);
    await openQuotes([quote], `&open=${quote.id}`);
    const history = await screen.findByRole("list", { name: "History" });
    expect([...history.children].map((entry) => entry.textContent)).toEqual([
      "Ada Whitcomb, Nov 20, 10:00 AM" +
        "Status: Pending → Service ScheduledQuote amount: none → $1,284.50" +
        "Preferred start date: Nov 24, 7:00 AM → noneCity: Dover → Rye",
      "System, Nov 19, 10:00 AMCreated",
    ]);
  });

  it("shows a thumbnail of the chosen look", async () => {
    await openQuotes([aDeskQuote({ look: aLook() })]);
    const cell = (await row("Eleanor Hayes")).getByText("Portsmouth").closest("td");
    expect(cell?.querySelector("img")).toHaveAttribute("src", aLook().thumbnail);
  });

  it("applies the filters in the URL to the list and to the spreadsheet", async () => {
    const { asked } = await openQuotes(
      [quote],
      "&status=pending&servicePackage=premium&city=Dover&q=hayes&ordering=fullName",
    );
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      scope: "admin",
      status: "pending",
      servicePackage: "premium",
      city: "Dover",
      q: "hayes",
      ordering: "fullName",
    });
    expect(screen.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
      "href",
      "/api/quotes/export.csv?status=pending&servicePackage=premium&city=Dover&q=hayes",
    );
    expect(screen.getByRole("columnheader", { name: /^Customer/ })).toHaveAttribute("aria-sort", "ascending");
  });

  it("sorts by a column header and reverses the order on the second press", async () => {
    const { person, router, asked } = await openQuotes();
    const head = screen.getByRole("columnheader", { name: /^Customer/ });
    await person.click(within(head).getByRole("button"));
    await waitFor(() => expect(asked.at(-1)?.get("ordering")).toBe("fullName"));
    await person.click(within(head).getByRole("button"));
    expect(router.state.location.search).toBe("?tab=quotes&ordering=-fullName");
    await person.click(within(head).getByRole("button"));
    expect(router.state.location.search).toBe("?tab=quotes&ordering=fullName");
    // The default order is not in the URL.
    const created = screen.getByRole("columnheader", { name: /^Quote/ });
    await person.click(within(created).getByRole("button"));
    expect(router.state.location.search).toBe("?tab=quotes&ordering=createdAt");
    await person.click(within(created).getByRole("button"));
    expect(router.state.location.search).toBe("?tab=quotes");
  });

  it("searches during typing and adds one browser history entry", async () => {
    const { person, router, asked } = await openQuotes();
    await person.type(screen.getByRole("searchbox", { name: "Search quotes" }), " 09c2 ");
    await waitFor(() => expect(asked.at(-1)?.get("q")).toBe("09c2"));
    expect(router.state.location.search).toBe("?tab=quotes&q=09c2");
  });

  it("updates the search box on Back and Forward", async () => {
    const { person, router } = await openQuotes();
    const box = screen.getByRole("searchbox", { name: "Search quotes" });
    await person.type(box, "09c2{Enter}");
    await person.clear(box);
    await person.type(box, "hayes{Enter}");
    expect(router.state.location.search).toBe("?tab=quotes&q=hayes");
    await act(() => router.navigate(-1));
    expect(box).toHaveValue("09c2");
    await act(() => router.navigate(-1));
    expect(box).toHaveValue("");
    await act(() => router.navigate(1));
    expect(box).toHaveValue("09c2");
    await act(() => router.navigate(1));
    expect(box).toHaveValue("hayes");
  });

  it("shows a message when nothing matches and offers to clear the filters", async () => {
    const { person, router } = await openQuotes([], "&ordering=fullName");
    expect(await screen.findByRole("heading", { name: "No quotes found" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show all quotes" })).not.toBeInTheDocument();
    for (const filter of ["status=approved", "servicePackage=basic", "city=Dover", "q=zzz"]) {
      await act(() => router.navigate(`/admin?tab=quotes&${filter}`));
      await person.click(await screen.findByRole("button", { name: "Show all quotes" }));
      expect(router.state.location.search).toBe("?tab=quotes");
    }
  });

  it("shows an error when loading fails and can retry", async () => {
    server.use(http.get("/api/quotes", () => new HttpResponse(null, { status: 500 })));
    const { person } = openDesk("?tab=quotes");
    expect(await screen.findByText("We couldn't load the quotes")).toBeVisible();
    serveList("/api/quotes", [quote]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Eleanor Hayes")).toBeVisible();
  });

  it("shows that it is retrying a filter that failed, without the rows of the former filter", async () => {
    serveList("/api/quotes", [quote]);
    const { person } = openDesk("?tab=quotes");
    await screen.findByText("Eleanor Hayes");
    const fails = () => new HttpResponse(null, { status: 503 });
    server.use(http.get("/api/quotes", fails));
    await person.click(screen.getByRole("button", { name: "Reviewed" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    const { held, release } = hold();
    server.use(http.get("/api/quotes", () => held.then(fails)));
    await person.click(again);
    await waitFor(() => expect(again).toHaveAccessibleName("Trying again..."));
    expect(screen.queryByText("Eleanor Hayes")).not.toBeInTheDocument();
    release();
    await waitFor(() => expect(again).toHaveAccessibleName("Try again"));
    expect(again).toHaveFocus();
  });
});

describe("editing a quote in its row", () => {
  it("sends only the changed fields and the version that was shown", async () => {
    const { person, queryClient } = await openQuotes();
    const affected = [invoiceKeys.desk({}), jobKeys.desk({}), deskKeys.queue({}), analyticsKeys.all];
    for (const key of affected) queryClient.setQueryData(key, []);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    const sent = serveWrite("patch", patch, (body) =>
      HttpResponse.json({ ...quote, ...body, quoteAmount: "1284.50", updatedAt: "2026-11-04T15:00:00Z" }),
    );
    await person.type(amount(), "1,284.5{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(sent).toEqual([
      { key: null, body: { status: "reviewed", quoteAmount: "1284.50", updatedAt: quote.updatedAt } },
    ]);
    for (const key of affected) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
    expect(amount()).toHaveValue("1,284.50");
    expect(status()).toHaveValue("reviewed");
    expect(save()).toHaveAttribute("aria-disabled", "true");

    await person.selectOptions(status(), "rejected");
    await person.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual({ status: "rejected", updatedAt: "2026-11-04T15:00:00Z" });
    await saved();
  });

  it("announces no email if a quote was rejected before", async () => {
    const rejected = aDeskQuote({ status: "rejected" });
    const { person } = await openQuotes([rejected]);
    serveWrite("patch", patch, (body) => HttpResponse.json({ ...rejected, ...body }));
    await person.type(amount(), "450{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(screen.queryByText(/will get an email/)).not.toBeInTheDocument();
  });

  it("announces an email about a rejected quote, unless it is the administrator's own", async () => {
    const own = aDeskQuote({ userId: admin.id });
    const { person } = await openQuotes([own]);
    serveWrite("patch", patch, (body) => HttpResponse.json({ ...own, ...body }));
    await person.selectOptions(status(), "rejected");
    await person.click(save());
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(screen.queryByText(/will get an email/)).not.toBeInTheDocument();
  });

  it("warns that the invoice keeps the accepted amount, unless the quote is declined", async () => {
    const agreed = aDeskQuote({ status: "service_scheduled", quoteAmount: "400.00" });
    const { person } = await openQuotes([agreed]);
    const sent = serveWrite("patch", patch, (body) =>
      HttpResponse.json({ ...agreed, ...body, acceptance: aYes("400.00") }),
    );
    await person.clear(amount());
    await person.type(amount(), "450{Enter}");
    expect(
      await screen.findByText(/^They accepted \$400\.00, and the invoice stays at that amount\./),
    ).toBeVisible();
    await person.clear(amount());
    await person.type(amount(), "400{Enter}");
    await waitFor(() => expect(screen.queryByText(/^They accepted/)).not.toBeInTheDocument());
    await person.selectOptions(status(), "rejected");
    await person.clear(amount());
    await person.type(amount(), "450{Enter}");
    await waitFor(() => expect(sent).toHaveLength(3));
    await saved();
    expect(screen.getByText("Quote Updated")).toBeVisible();
    expect(screen.queryByText(/^They accepted/)).not.toBeInTheDocument();
  });

  it("sets a pending quote to reviewed while an amount is entered", async () => {
    const { person } = await openQuotes([aDeskQuote({ quoteAmount: "700.00" })]);
    await person.clear(amount());
    await person.type(amount(), "900");
    expect(status()).toHaveValue("reviewed");
    expect(amount()).toHaveAccessibleDescription("Set along with the amount");
    await person.clear(amount());
    expect(status()).toHaveValue("pending");
    await person.type(amount(), "abc");
    expect(status()).toHaveValue("pending");
    await person.clear(amount());
    await person.type(amount(), "700");
    expect(status()).toHaveValue("pending");
    await person.type(amount(), "0{Escape}");
    expect(status()).toHaveValue("pending");
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("keeps a pending quote pending while its own amount is typed in another way", async () => {
    const { person } = await openQuotes([aDeskQuote({ quoteAmount: "1246.00" })]);
    await person.clear(amount());
    await person.type(amount(), "1,246");
    expect(status()).toHaveValue("pending");
  });

  it.each([
    { chosen: "quoting", first: true, body: { status: "quoting" } },
    { chosen: "quoting", first: false, body: { status: "quoting" } },
    { chosen: "pending", first: false, body: {} },
  ])("keeps a status chosen by hand instead of the one that an amount implies: $chosen", async (example) => {
    const { person } = await openQuotes();
    const sent = serveWrite("patch", patch, (body) => HttpResponse.json({ ...quote, ...body }));
    if (example.first) await person.selectOptions(status(), example.chosen);
    await person.type(amount(), "90");
    if (!example.first) await person.selectOptions(status(), example.chosen);
    await person.type(amount(), "0");
    expect(status()).toHaveValue(example.chosen);
    expect(amount()).not.toHaveAccessibleDescription();
    await person.click(save());
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(sent[0]?.body).toEqual({ ...example.body, quoteAmount: "900.00", updatedAt: quote.updatedAt });
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  /** Respond to changes only when `answer` is called. */
  function serveSlowly() {
    const sent: unknown[] = [];
    const { held: wait, release: answer } = hold();
    server.use(
      http.patch(patch, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push(body);
        await wait;
        return HttpResponse.json({ ...quote, ...body, updatedAt: "2026-11-04T15:00:00Z" });
      }),
    );
    return { sent, answer };
  }

  it("saves once when Enter is pressed twice", async () => {
    const { person } = await openQuotes();
    const { sent, answer } = serveSlowly();
    await person.type(amount(), "900{Enter}{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    answer();
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it("keeps text that was typed during saving", async () => {
    const { person } = await openQuotes();
    serveRowParts();
    const { sent, answer } = serveSlowly();
    await person.type(amount(), "900{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await person.type(amount(), "{Backspace}5");
    const seen: string[] = [];
    const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ""));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    answer();
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    observer.disconnect();
    // A person's own save never looks like someone else's change, not even briefly.
    expect(seen.filter((text) => /Your changes are still here/.test(text))).toEqual([]);
    expect(screen.queryByText(/Your changes are still here/)).not.toBeInTheDocument();
    expect(amount()).toHaveValue("905");
    expect(save()).not.toHaveAttribute("aria-disabled");
  });

  it("shows what someone else saved after this person's own save", async () => {
    const { person, queryClient } = await openQuotes();
    const own = { ...quote, quoteAmount: "900.00", updatedAt: "2026-11-04T15:00:00Z" };
    serveWrite("patch", patch, () => HttpResponse.json(own));
    await person.type(amount(), "900{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    serveList("/api/quotes", [{ ...own, quoteAmount: "950.00", updatedAt: "2026-11-04T15:01:00Z" }]);
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(amount()).toHaveValue("950.00"));
  });

  it("does not change the status of a quote that is past review", async () => {
    const { person } = await openQuotes([aDeskQuote({ status: "quoting" })]);
    await person.type(amount(), "900");
    expect(status()).toHaveValue("quoting");
  });

  it("keeps the focus on the button after a save with the keyboard", async () => {
    const { person } = await openQuotes();
    serveWrite("patch", patch, (body) => HttpResponse.json({ ...quote, ...body }));
    await person.type(amount(), "900{Tab}");
    expect(save()).toHaveFocus();
    await person.keyboard("{Enter}");
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(save()).toHaveAttribute("aria-disabled", "true");
    expect(save()).toHaveFocus();
  });

  it("discards the typed text with Escape", async () => {
    const { person } = await openQuotes();
    await person.type(amount(), "12{Escape}");
    expect(amount()).toHaveValue("");
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it.each(["-1", "1.234", "abc", "100000000"])(
    "says what is wrong with %s and sends nothing",
    async (text) => {
      const { person } = await openQuotes();
      const sent = serveWrite("patch", patch, () => HttpResponse.json(quote));
      await person.type(amount(), `${text}{Enter}`);
      expect(await screen.findByRole("alert")).toBeVisible();
      expect(amount()).toBeInvalid();
      expect(amount()).toHaveAccessibleDescription(/amount|decimal places/i);
      expect(sent).toEqual([]);
      await person.type(amount(), "{Escape}");
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
      expect(amount()).toBeValid();
    },
  );

  it("keeps the typed text and shows the server's message when saving fails", async () => {
    const { person } = await openQuotes();
    serveWrite("patch", patch, () => HttpResponse.json({ message: "The server is tired" }, { status: 500 }));
    await person.type(amount(), "900{Enter}");
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(screen.getByText("The server is tired")).toBeVisible();
    expect(amount()).toHaveValue("900");
  });

  it("reports that the session ended and keeps the typed text through the next sign-in", async () => {
    const { person, unmount } = await openQuotes();
    serveWrite("patch", patch, () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 }));
    await person.type(amount(), "900{Enter}");
    expect(await screen.findByText("Unauthorized")).toBeVisible();
    expect(screen.getByText("You are logged out. Logging in again...")).toBeVisible();
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith("/api/login?returnTo=%2Fadmin%3Ftab%3Dquotes"));
    unmount();

    await openQuotes();
    expect(amount()).toHaveValue("900");
    expect(save()).not.toHaveAttribute("aria-disabled");
  });
});

it("shows why the server rejected an amount, until it is changed", async () => {
  const { person } = await openQuotes();
  const reason = "Enter an amount of at most $99,999,999.99.";
  serveWrite("patch", patch, () =>
    HttpResponse.json({ message: "Invalid", errors: { quoteAmount: [reason] } }, { status: 400 }),
  );
  await person.type(amount(), "900{Enter}");
  await waitFor(() => expect(amount()).toHaveAccessibleDescription(reason));
  await person.type(amount(), "1");
  expect(screen.queryByText(reason)).not.toBeInTheDocument();
});

describe("two administrators editing one quote", () => {
  const theirs = {
    ...quote,
    status: "quoting" as const,
    quoteAmount: "700.00",
    updatedAt: "2026-11-05T09:00:00Z",
  };

  const entry = (id: string, by: string, from: string, to: string) => ({
    id,
    at: theirs.updatedAt,
    by,
    changes: [{ field: "status", from, to }],
  });
  const earlier = entry("h0", "Nora Field", "quoting", "pending");
  const history = [entry("h1", "Ada Whitcomb", "pending", "quoting"), earlier];

  async function collide() {
    const page = await openQuotes();
    serveList("/api/quotes/:id/history", history);
    server.use(http.get(patch, () => HttpResponse.json(theirs)));
    const sent = serveWrite("patch", patch, (body) =>
      body.updatedAt === theirs.updatedAt
        ? HttpResponse.json({ ...theirs, quoteAmount: "900.00", updatedAt: "2026-11-05T10:00:00Z" })
        : HttpResponse.json({ message: "This quote has been changed meanwhile" }, { status: 409 }),
    );
    await page.person.type(amount(), "900{Enter}");
    return { ...page, sent, note: await screen.findByText(/^Ada Whitcomb changed this/) };
  }

  it("shows the second one the other's change, keeps the typed amount and can save again", async () => {
    const { person, sent } = await collide();
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(screen.getByText("Status: Pending → Quoting")).toBeVisible();
    expect(screen.getByText("Amount: none → $700.00")).toBeVisible();
    expect(amount()).toHaveValue("900");
    expect(status()).toHaveValue("quoting");

    await person.click(save());
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({ quoteAmount: "900.00", updatedAt: theirs.updatedAt });
    expect(screen.queryByText(/changed this/)).not.toBeInTheDocument();
  });

  it("lets the second one discard their own change", async () => {
    const { person, sent } = await collide();
    await person.click(screen.getByRole("button", { name: "Discard my changes" }));
    expect(amount()).toHaveValue("700.00");
    expect(save()).toHaveAttribute("aria-disabled", "true");
    expect(sent).toHaveLength(1);
  });

  it("names who changed it last, although its history was shown before", async () => {
    serveRowParts();
    serveList("/api/quotes/:id/history", [earlier]);
    const { person } = await openQuotes([quote], `&open=${quote.id}`);
    expect(await screen.findByText("Nora Field")).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Close quote/ }));
    await person.type(amount(), "900");
    serveList("/api/quotes", [theirs]);
    serveList("/api/quotes/:id/history", history);
    await person.click(screen.getByRole("button", { name: "Quoting" }));
    expect(await screen.findByText(/changed this on|Someone else just updated this/)).toBeVisible();
    expect(screen.queryByText(/^Nora Field changed this/)).not.toBeInTheDocument();
    expect(await screen.findByText(/^Ada Whitcomb changed this/)).toBeVisible();
  });
});

describe("bulk changes", () => {
  it.each([
    { changed: [quote.id], letGo: false, words: /^The customer will get an email about it in 10 minutes/ },
    { changed: [quote.id, marcus.id], letGo: false, words: /^The customers will get an email about it in/ },
    { changed: [quote.id, marcus.id], letGo: true, words: /^The customer will get an email about it in 10/ },
  ])("to rejected announce the emails: $changed.length of two, one let go: $letGo", async (bulk) => {
    const { changed, letGo, words } = bulk;
    const { person } = await openQuotes([
      quote,
      { ...marcus, letGoAt: letGo ? "2026-11-06T09:00:00Z" : null },
    ]);
    serveWrite("post", "/api/quotes/bulk-status", () => HttpResponse.json({ changed, skipped: [] }));
    await person.click(screen.getByRole("checkbox", { name: /Eleanor Hayes/ }));
    await person.click(screen.getByRole("checkbox", { name: /Marcus Bell/ }));
    const bar = within(screen.getByRole("region", { name: "Selected quotes" }));
    await person.selectOptions(bar.getByLabelText("Set status to"), "rejected");
    await person.click(bar.getByRole("button", { name: "Change status" }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("set one status and list the accepted quotes that were skipped", async () => {
    const other = aDeskQuote({
      id: "0198a000-0000-7000-8000-00007be2d310",
      fullName: "Marcus Bell",
      status: "approved",
    });
    const { person } = await openQuotes([quote, other]);
    const sent = serveWrite("post", "/api/quotes/bulk-status", () =>
      HttpResponse.json({
        changed: [quote.id],
        skipped: [{ id: other.id, message: "The customer has accepted it" }],
      }),
    );
    await person.click(screen.getByRole("checkbox", { name: /Eleanor Hayes/ }));
    const bar = within(screen.getByRole("region", { name: "Selected quotes" }));
    await person.click(bar.getByRole("button", { name: "Select all 2" }));
    expect(bar.queryByRole("button", { name: /^Select all/ })).not.toBeInTheDocument();
    await person.selectOptions(bar.getByLabelText("Set status to"), "rejected");
    expect(bar.getByLabelText("Set status to")).toHaveValue("rejected");
    await person.click(bar.getByRole("button", { name: "Change status" }));

    const outcome = within(await screen.findByRole("region", { name: "Result of the change" }));
    expect(sent[0]?.body).toEqual({ ids: [quote.id, other.id], status: "rejected" });
    expect(outcome.getByText("1 quote changed, 1 quote not changed.")).toBeVisible();
    expect(outcome.getByText(/Marcus Bell/)).toHaveTextContent(
      "Marcus Bell 7be2d310: The customer has accepted it",
    );
    expect(screen.queryByRole("region", { name: "Selected quotes" })).not.toBeInTheDocument();
    await person.click(outcome.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "Result of the change" })).not.toBeInTheDocument();
  });

  it("that fail show an error instead of the former result, and keep the selection", async () => {
    const { person } = await openQuotes();
    server.use(http.post("/api/quotes/bulk-status", () => new HttpResponse(null, { status: 500 })));
    await person.click(screen.getByRole("checkbox", { name: /Eleanor Hayes/ }));
    const bar = within(screen.getByRole("region", { name: "Selected quotes" }));
    await person.click(bar.getByRole("button", { name: "Change status" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(bar.getByText("1 quote selected")).toBeVisible();
    serveWrite("post", "/api/quotes/bulk-status", () =>
      HttpResponse.json({ changed: [quote.id, "other"], skipped: [] }),
    );
    await person.click(bar.getByRole("button", { name: "Change status" }));
    expect(await screen.findByText("2 quotes updated")).toBeVisible();
    expect(screen.getByText("2 quotes changed.")).toBeVisible();
    server.use(http.post("/api/quotes/bulk-status", () => new HttpResponse(null, { status: 500 })));
    await person.click(screen.getByRole("checkbox", { name: /Eleanor Hayes/ }));
    await person.click(screen.getByRole("button", { name: "Change status" }));
    await waitFor(() => expect(screen.queryByText("2 quotes changed.")).not.toBeInTheDocument());
    expect(await screen.findByText("Update Failed")).toBeVisible();
  });
});

it("leaves quotes that a filter has hidden out of a bulk change", async () => {
  const { person } = await openQuotes([quote, marcus]);
  for (const name of [/Eleanor Hayes/, /Marcus Bell/])
    await person.click(screen.getByRole("checkbox", { name }));
  const asked = serveList("/api/quotes", [marcus]);
  await person.type(screen.getByRole("searchbox", { name: "Search quotes" }), "bell");
  await waitFor(() => expect(asked.at(-1)?.get("q")).toBe("bell"));
  await waitFor(() => expect(screen.queryByText("Eleanor Hayes")).not.toBeInTheDocument());
  const sent = serveWrite("post", "/api/quotes/bulk-status", () =>
    HttpResponse.json({ changed: [marcus.id], skipped: [] }),
  );
  const bar = within(await screen.findByRole("region", { name: "Selected quotes" }));
  await person.selectOptions(bar.getByLabelText("Set status to"), "rejected");
  // The list is fetched again after the change, which fails.
  server.use(http.get("/api/quotes", () => new HttpResponse(null, { status: 500 })));
  await person.click(bar.getByRole("button", { name: "Change status" }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ ids: [marcus.id], status: "rejected" }));
  expect(
    await screen.findByText("We couldn't refresh this list. What you see may be out of date."),
  ).toBeVisible();
  expect(screen.getByText("Marcus Bell")).toBeVisible();
});

describe("an open quote", () => {
  async function openRow(opened = quote) {
    serveRowParts(opened);
    const page = await openQuotes([opened]);
    await page.person.click(screen.getByRole("button", { name: /^Open quote/ }));
    return { ...page, panel: within(await screen.findByRole("region", { name: "Details" })) };
  }

  it("is kept in the URL and closes with Escape", async () => {
    const { person, router, panel } = await openRow();
    expect(router.state.location.search).toContain(`open=${quote.id}`);
    expect(await panel.findByText("No changes yet.")).toBeVisible();
    expect(panel.getByRole("link", { name: "Email Eleanor Hayes, preferred" })).toHaveAttribute(
      "href",
      "mailto:eleanor@example.com",
    );
    expect(panel.getByRole("link", { name: "Call Eleanor Hayes" })).toHaveAttribute(
      "href",
      "tel:+16035550172",
    );
    await person.click(panel.getByLabelText("Note (optional)"));
    await person.keyboard("{Escape}");
    expect(router.state.location.search).toBe("?tab=quotes");
    // Its details are loaded again whenever it is opened.
    const asked: string[] = [];
    server.use(http.get(`/api/quotes/${quote.id}`, ({ request }) => void asked.push(request.url)));
    await person.click(screen.getByRole("button", { name: /^Open quote/ }));
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  it("shows the whole request and links to its customer", async () => {
    serveRowParts();
    server.use(http.get(patch, () => new HttpResponse(null, { status: 500 })));
    const more = { look: aLook(), storeys: 2, frontWidthFeet: 60, heardFrom: "mail", userId: null } as const;
    const asked = { ...quote, ...more, comments: "The blue house.", answeredAt: quote.createdAt };
    const { person } = await openQuotes([asked]);
    for (const part of ["calls", "history"])
      server.use(http.get(`/api/quotes/:id/${part}`, () => new HttpResponse(null, { status: 500 })));
    await person.click(screen.getByRole("button", { name: /^Open quote/ }));
    const panel = within(await screen.findByRole("region", { name: "Details" }));
    expect(factsShown()).toMatchObject({
      Package: "Premium Installation",
      "Add-ons": "Wreaths & Garland",
      Bulbs: "Warm white",
      Address: "41 Marcy Street, Portsmouth",
      "Square footage": "2,400",
      Stories: "2",
      "Front width": "60 ft",
      "Preferred start": "Nov 24, 2026",
      Source: "Mail",
      "Text updates": "No",
      Customer: "View guest",
    });
    expect(panel.getByText("The blue house.")).toBeVisible();
    const answered = panel.getByText("Answered Nov 3, 10:00 AM");
    expect(answered.getAttribute("style"), "in time").toContain("--tone-green");
    expect(panel.getByRole("link", { name: "View guest" })).toHaveAttribute(
      "href",
      `/admin?tab=customers&person=${encodeURIComponent(customerKey(asked))}`,
    );
    expect(await panel.findByText("We couldn't load the calls.")).toBeVisible();
    expect(await panel.findByText("We couldn't load the history.")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Close quote/ })).toBeVisible();
  });

  it("shows the estimate of the request line by line", async () => {
    const { panel } = await openRow();
    const part = panel.getByRole("heading", { name: "Estimate when requested" }).parentElement as HTMLElement;
    expect(within(part).getByText("Second story and higher")).toBeVisible();
    expect(within(part).getByText("$854 to $1,294")).toBeVisible();
  });

  it("receives the focus when it is opened from another tab", async () => {
    serveRowParts();
    serveList("/api/quotes", [quote]);
    const { router } = openDesk();
    await screen.findByRole("heading", { name: "All caught up" });
    await act(() => router.navigate(`/admin?tab=quotes&open=${quote.id}`));
    expect(await screen.findByRole("region", { name: "Details" })).toHaveFocus();
  });

  it("receives the focus when it has loaded slowly", async () => {
    const { held, release } = hold();
    serveRowParts();
    serveList("/api/quotes", [quote]);
    server.use(http.get("/api/quotes", () => held.then(() => undefined)));
    const { router } = openDesk();
    await screen.findByRole("heading", { name: "All caught up" });
    await act(() => router.navigate(`/admin?tab=quotes&open=${quote.id}`));
    // The link that was followed is gone.
    (await screen.findByRole("tabpanel")).focus();
    release();
    expect(await screen.findByRole("region", { name: "Details" })).toHaveFocus();
  });

  it("logs a call once when it is sent repeatedly", async () => {
    const { person, panel } = await openRow();
    server.use(http.get(patch, () => HttpResponse.json(quote)));
    let broken = true;
    const sent = serveWrite("post", "/api/quotes/:id/calls", (body) => {
      if (broken) return HttpResponse.error();
      return HttpResponse.json(
        { id: "k1", ...body, authorName: "Nora Field", createdAt: quote.createdAt },
        { status: 201 },
      );
    });
    await person.selectOptions(panel.getByLabelText("Outcome"), "voicemail");
    await person.type(panel.getByLabelText("Note (optional)"), "Calls back tonight");
    await person.click(panel.getByRole("button", { name: "Log call" }));
    expect(await screen.findByText("Couldn't log the call")).toBeVisible();
    broken = false;
    serveList("/api/:kind/:id/calls", [
      { ...sent[0]?.body, id: "k1", retryAt: null, authorName: "Nora Field", createdAt: quote.createdAt },
    ]);
    await person.click(panel.getByRole("button", { name: "Log call" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
    const logged = within(await panel.findByRole("list", { name: "Calls" }));
    expect(logged.getByText("Left a voicemail")).toBeVisible();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.body).toEqual({ outcome: "voicemail", channel: "phone", note: "Calls back tonight" });
    expect(sent[0]?.key).toMatch(/^.{8,128}$/);
    expect(panel.getByLabelText("Note (optional)")).toHaveValue("");
  });

  it("uses a new idempotency key for a corrected call and for a second call", async () => {
    const { person, panel } = await openRow();
    server.use(http.get(patch, () => HttpResponse.json(quote)));
    const sent = serveWrite("post", "/api/quotes/:id/calls", (body) =>
      sent.length === 1
        ? HttpResponse.error()
        : HttpResponse.json(
            { id: `k${sent.length}`, ...body, authorName: "Nora Field", createdAt: quote.createdAt },
            { status: 201 },
          ),
    );
    const log = () => person.click(panel.getByRole("button", { name: "Log call" }));
    await log();
    expect(await screen.findByText("Couldn't log the call")).toBeVisible();
    await person.selectOptions(panel.getByLabelText("Outcome"), "voicemail");
    for (const number of [2, 3]) {
      await log();
      await waitFor(() => expect(sent).toHaveLength(number));
      await waitFor(() => expect(panel.getByLabelText("Outcome")).toHaveValue("reached"));
      await person.selectOptions(panel.getByLabelText("Outcome"), "voicemail");
    }
    expect(sent[2]?.body).toEqual(sent[1]?.body);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  it("can be scheduled as a visit in Eastern time", async () => {
    vi.setSystemTime("2026-11-20T15:00:00Z"); // before the preferred day
    const { person, panel } = await openRow();
    server.use(http.get(patch, () => HttpResponse.json({ ...quote, status: "service_scheduled" })));
    const sent = serveWrite("post", "/api/jobs", () => HttpResponse.json({ id: "j1" }, { status: 201 }));
    await person.click(panel.getByRole("button", { name: "Schedule visit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule a visit" }));
    await person.click(dialog.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Visit scheduled")).toBeVisible();
    // The focus returns to the button that opened the dialog.
    await waitFor(() => expect(panel.getByRole("button", { name: "Schedule visit" })).toHaveFocus());
    // Nine o'clock on 24 November is 14:00 UTC: the clocks have gone back by then.
    expect(sent[0]?.body).toEqual({
      quoteId: quote.id,
      kind: "installation",
      notes: "",
      scheduledDate: "2026-11-24T14:00:00.000Z",
      updatedAt: quote.updatedAt,
    });
    expect(sent[0]?.key).toMatch(/^.{8,128}$/);
    await waitFor(() => expect(status()).toHaveValue("service_scheduled"));
  });

  it("that was rejected takes only the takedown of lights that are up", async () => {
    const rejected = aDeskQuoteInDetail({ status: "rejected", needsTakedown: true });
    const { person, panel } = await openRow(rejected);
    expect(panel.queryByRole("button", { name: "Schedule visit" })).not.toBeInTheDocument();
    expect(panel.queryByRole("button", { name: "Draft invoice" })).not.toBeInTheDocument();
    const sent = serveWrite("post", "/api/jobs", () => HttpResponse.json({ id: "j1" }, { status: 201 }));
    await person.click(await panel.findByRole("button", { name: "Schedule takedown" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule a visit" }));
    expect(dialog.getAllByRole("radio")).toEqual([
      dialog.getByRole("radio", { name: "Takedown", checked: true }),
    ]);
    await person.click(dialog.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Visit added")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ quoteId: quote.id, kind: "takedown" });
  });

  it("can be invoiced, and errors appear at their fields", async () => {
    const { person, panel } = await openRow();
    const billed = { accepted: null, billed: "0.00", unbilled: "0.00", stateCheck: "", depositPercent: 25 };
    server.use(http.get("/api/quotes/:id/billed", () => HttpResponse.json(billed)));
    for (const [action, name] of [
      ["Schedule visit", "Schedule a visit"],
      ["Draft invoice", "Draft an invoice"],
    ] as const) {
      await person.click(panel.getByRole("button", { name: action }));
      await screen.findByRole("dialog", { name });
      await escapeDialog(person);
      await person.click(panel.getByRole("button", { name: action }));
      const dialog = within(await screen.findByRole("dialog", { name }));
      await person.click(await dialog.findByRole("button", { name: "Cancel" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    }
    server.use(http.get(patch, () => HttpResponse.json(quote)));
    const sent = serveWrite("post", "/api/invoices", (body) =>
      HttpResponse.json({ id: "i1", invoiceNumber: "INV-2026-00007", amount: body.amount }, { status: 201 }),
    );
    await person.click(panel.getByRole("button", { name: "Draft invoice" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Draft an invoice" }));
    await person.click(await dialog.findByRole("button", { name: "Draft invoice" }));
    expect(await dialog.findByText("Enter an amount above 0")).toBeVisible();
    expect(await dialog.findByLabelText("Amount in dollars")).toHaveFocus();
    await person.type(dialog.getByLabelText("Amount in dollars"), "1,284.50{Enter}");
    expect(await screen.findByText("Invoice drafted")).toBeVisible();
    expect(sent[0]?.body).toEqual({
      quoteId: quote.id,
      amount: "1284.50",
      dueDate: null,
      description: "Premium Installation, Portsmouth",
    });
  });
});
