import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";
import { aLook } from "~/test/rows";
import { server } from "~/test/server";
import { hours, openDesk, serveList } from "../test-desk";
import { PromiseFigure } from "./promise-figure";
import { aRequest, namesShown, openQueue, rowOf, serveQueue } from "./test-queue";

const late = aRequest("Eleanor Hayes", { respondBy: hours(-2.2), tries: 2, look: aLook() });
const question = aRequest("Marcus Bell", {
  kind: "question",
  question: "Does this include the dormers?",
  amount: "1240.00",
  communicationPreference: "sms",
  respondBy: hours(0.5),
});
const tree = aRequest("Lucia Marchetti", {
  kind: "tree_order",
  quoteId: null,
  treeOrderId: "0198a000-0000-7000-8000-00007be2d310",
  summary: "Modest 6 ft Standard Tree, Christmas Tree Stand",
  estimate: null,
  amount: "180.00",
  communicationPreference: "phone",
});
const payment = aRequest("Card payment", {
  kind: "payment",
  quoteId: null,
  paymentId: "0198a000-0000-7000-8000-0000000000aa",
  phone: null,
  communicationPreference: null,
  city: null,
  streetAddress: null,
  summary: "From g.thibodeau@example.com",
  estimate: null,
  amount: "599.00",
  status: "unassigned",
});

describe("a row", () => {
  it("shows what staff need to act without opening it", async () => {
    await openQueue([late, question]);
    const first = await rowOf("Eleanor Hayes");
    expect(first.getByText("Late 2 h 12 min")).toBeVisible();
    expect(first.getByText("Quote · 2 tries")).toBeVisible();
    expect(first.getByText("$854 to $1,294 · Premium · 2,400 sq ft")).toBeVisible();
    expect(first.getByText(", 41 Marcy Street")).toBeInTheDocument();
    expect(
      first.getByRole("link", { name: /^Email Eleanor Hayes\..*eleanor@example\.com$/ }),
    ).toHaveAttribute("href", "mailto:eleanor@example.com");
    const second = await rowOf("Marcus Bell");
    expect(second.getByText("“Does this include the dormers?”")).toBeVisible();
    expect(second.getByRole("link", { name: /^Text Marcus Bell\..*603-555-0172$/ })).toHaveAttribute(
      "href",
      "sms:+16035550172",
    );
    expect(second.getAllByText(/\$1,240\.00/)[0]).toBeInTheDocument();
  });

  it("starts its second line on phones with text instead of a dot", async () => {
    await openQueue([payment, question]);
    const linesOf = async (name: string) =>
      (await rowOf(name)).getByRole("link", { name }).parentElement as HTMLElement;
    const lines = await linesOf("Card payment");
    expect(lines).toHaveTextContent("Card payment · $599.00");
    expect(within(lines).getByText("·")).toHaveClass("max-md:hidden");
    const dot = within(await linesOf("Marcus Bell")).getByText("·");
    expect(dot).not.toHaveClass("max-md:hidden");
  });

  it.each([
    ["Paid · Modest 6 ft Standard Tree, Tree Stand", { amountPaid: "180.00", amountDue: "0.00" }],
    ["$180.00 due · Modest 6 ft Standard Tree, Tree Stand", { amountPaid: "0.00", amountDue: "180.00" }],
  ])("says whether a tree is paid: %s", async (words, sums) => {
    await openQueue([{ ...tree, ...sums }]);
    expect((await rowOf("Lucia Marchetti")).getByText(words)).toBeVisible();
  });

  it("says how accepted quotes are ordered", async () => {
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "approved" });
    const { person } = await openQueue([late, accepted]);
    expect(screen.getByText("Soonest deadline first")).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Accepted/ }));
    expect(await screen.findByText("Deposit paid first, then soonest deadline")).toBeVisible();
  });

  it("offers its next step", async () => {
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "approved" });
    const silent = aRequest("Tom Okafor", { kind: "silent", respondBy: "2026-11-27T15:00:00Z" });
    const message = aRequest("Jun Watanabe", { kind: "message" });
    await openQueue([late, question, tree, payment, accepted, silent, message]);
    const steps = [
      "Send quote to",
      "Reply:",
      "Log call:",
      "Assign:",
      "Pick a day:",
      "Log call:",
      "Send again:",
    ];
    for (const [place, name] of namesShown().entries()) {
      const row = await rowOf(name ?? "");
      expect(row.getByRole("button", { name: `${steps[place]} ${name}` })).toBeVisible();
    }
    expect((await rowOf("Tom Okafor")).getByText(/^No word since Mon, Nov 23/)).toBeVisible();
  });

  it("says when it will be tried again", async () => {
    await openQueue([{ ...tree, tries: 1, retryAt: hours(24 * 8) }]);
    const row = await rowOf("Lucia Marchetti");
    expect(row.getByText(/^Again [A-Z][a-z]{2} \d+$/)).toBeVisible();
    expect(row.getByText("Tree call · 1 try")).toBeVisible();
  });

  it("doesn't mention the next try once its time has come", async () => {
    await openQueue([{ ...tree, respondBy: hours(1.01), tries: 1, retryAt: hours(-0.1) }]);
    const row = await rowOf("Lucia Marchetti");
    expect(row.getByText("In 1 h")).toBeVisible();
    expect(row.queryByText(/again/i)).toBeNull();
  });

  it("says both that it is late and when it will be tried again", async () => {
    await openQueue([{ ...tree, respondBy: hours(-2), tries: 1, retryAt: hours(24 * 8) }]);
    const row = await rowOf("Lucia Marchetti");
    expect(row.getByText("Late 2 h")).toBeVisible();
    expect(row.getByText(/^Tree call · 1 try · again [A-Z][a-z]{2} \d+$/)).toBeVisible();
  });
});

describe("the filters", () => {
  it("show matching rows that are already loaded at once", async () => {
    const { person } = await openQueue([late, question, { ...tree, city: "Dover" }]);
    const chips = within(screen.getByRole("group", { name: "Show" }));
    await chips.findByRole("button", { name: "Late 1" });
    server.use(http.get("/api/desk/queue", () => new Promise<Response>(() => undefined)));
    await person.click(chips.getByRole("button", { name: "Late 1" }));
    expect(namesShown()).toEqual(["Eleanor Hayes"]);
    await person.click(chips.getByRole("button", { name: "Tree calls 1" }));
    expect(namesShown()).toEqual(["Lucia Marchetti"]);
    await person.click(chips.getByRole("button", { name: "All 3" }));
    await person.selectOptions(screen.getByRole("combobox", { name: "City" }), "Portsmouth");
    expect(namesShown()).toEqual(["Eleanor Hayes", "Marcus Bell"]);
  });

  it("have counts, and are in the URL", async () => {
    const { person, router } = await openQueue([late, question, tree]);
    const chips = within(screen.getByRole("group", { name: "Show" }));
    expect(await chips.findByRole("button", { name: "All 3", pressed: true })).toBeVisible();
    expect(chips.getByRole("button", { name: "Late 1" })).toBeVisible();
    const asked = serveQueue([question]);
    await person.click(chips.getByRole("button", { name: "Questions 1" }));
    // At once, from what is loaded.
    expect(namesShown()).toEqual(["Marcus Bell"]);
    await waitFor(() => expect(asked[0]?.get("kind")).toBe("question"));
    expect(router.state.location.search).toContain("kind=question");
    await person.click(chips.getByRole("button", { name: /^Late/ }));
    await waitFor(() => expect(asked.at(-1)?.get("late")).toBe("true"));
    expect(asked.at(-1)?.has("kind")).toBe(false);
    const counted: (string | null)[] = [];
    server.use(
      http.get("/api/desk/queue/counts", ({ request }) => {
        counted.push(new URL(request.url).searchParams.get("city"));
        return HttpResponse.json({ all: 1, late: 0, kinds: {}, unbilled: 2, drafts: 3, unscheduled: 4 });
      }),
    );
    await person.selectOptions(screen.getByRole("combobox", { name: "City" }), "Dover");
    await waitFor(() => expect(asked.at(-1)?.get("city")).toBe("Dover"));
    await waitFor(() => expect(counted[0]).toBe("Dover"), { timeout: 4_000 }); // before the next poll
    expect(await chips.findByRole("link", { name: "Unscheduled 4" })).toHaveAttribute(
      "href",
      "/admin?tab=jobs&view=week",
    );
    expect(chips.getByRole("link", { name: "Not invoiced 2" })).toHaveAttribute(
      "href",
      "/admin?tab=invoices&view=unbilled",
    );
    expect(chips.getByRole("link", { name: "Drafts not sent 3" })).toHaveAttribute(
      "href",
      "/admin?tab=invoices&status=draft",
    );
  });

  it("keep a city from the URL that isn't on the list", async () => {
    await openQueue([late], "?city=Newington");
    expect(screen.getByRole("combobox", { name: "City" })).toHaveValue("Newington");
  });

  it("close the details of a row", async () => {
    const { person, router } = await openQueue([tree, question]);
    await person.click(screen.getByRole("link", { name: "Lucia Marchetti" }));
    expect(await screen.findByRole("region", { name: "Lucia Marchetti" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Questions/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?kind=question"));
    expect(screen.queryByRole("region", { name: "Lucia Marchetti" })).not.toBeInTheDocument();
    await person.click(screen.getByRole("link", { name: "Marcus Bell" }));
    expect(await screen.findByRole("region", { name: "Marcus Bell" })).toBeVisible();
    await person.selectOptions(screen.getByRole("combobox", { name: "City" }), "Portsmouth");
    await waitFor(() => expect(router.state.location.search).toBe("?kind=question&city=Portsmouth"));
  });

  it("search the list by name, street, phone number and ID", async () => {
    const { person, router } = await openQueue([late, question, { ...tree, phone: "(603) 555-0140" }]);
    await person.click(screen.getByRole("button", { name: "Search this list" }));
    const box = screen.getByRole("searchbox", { name: "Search this list" });
    expect(box).toHaveFocus();
    await person.type(box, "5550140");
    await waitFor(() => expect(namesShown()).toEqual(["Lucia Marchetti"]));
    // The browser's back button leads to the list before the search, and not to each part of what was typed.
    expect(router.state.historyAction).toBe("PUSH");
    await person.clear(box);
    // A pause after a space keeps the space, although the search is for the word.
    await person.type(box, "bell ");
    await waitFor(() => expect(router.state.location.search).toBe("?q=bell"));
    await person.type(box, "dormers");
    expect(box).toHaveValue("bell dormers");
    await waitFor(() => expect(namesShown()).toEqual(["Marcus Bell"]));
    expect(router.state.historyAction).toBe("REPLACE");
    await person.keyboard("{Escape}");
    await waitFor(() => expect(namesShown()).toHaveLength(3));
    // The field is hidden now, and must not take what is typed next.
    expect(screen.getByRole("button", { name: "Search this list" })).toHaveFocus();
  });
});

it("a search also finds customers on pages that aren't loaded yet", async () => {
  const { person } = await openQueue([late]);
  server.use(
    http.get("/api/desk/queue", ({ request }) =>
      new URL(request.url).searchParams.has("cursor")
        ? HttpResponse.json([question])
        : HttpResponse.json([late, tree], { headers: { Link: '</api/desk/queue?cursor=2>; rel="next"' } }),
    ),
  );
  await person.selectOptions(screen.getByRole("combobox", { name: "City" }), "Portsmouth");
  await rowOf("Lucia Marchetti");
  await person.click(screen.getByRole("button", { name: "Search this list" }));
  await person.type(screen.getByRole("searchbox", { name: "Search this list" }), "bell");
  await waitFor(() => expect(namesShown()).toEqual(["Marcus Bell"]));
  await person.type(screen.getByRole("searchbox", { name: "Search this list" }), "ows");
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();
});

describe("the season's figure", () => {
  it("is beside the list, with how many were tried in its tooltip", async () => {
    const { person } = await openQueue([late]);
    const figure = await screen.findByText("46 of 50 this season");
    expect(screen.getByText("92%")).toBeVisible();
    await person.hover(figure);
    expect(await screen.findByText(/3 more were tried within 24 hours/)).toBeVisible();
  });

  it.each([
    [
      { percent: null, onTime: 0, late: 0, triedInTime: 0 },
      "–",
      "0 of 0 this season",
      /^.*Everyone who was tried/,
    ],
    [
      { percent: 50, onTime: 1050, late: 1050, triedInTime: 1 },
      "50%",
      "1,050 of 2,100 this season",
      /1 more was tried/,
    ],
  ])("of %j is %s", async (numbers, percent, words, hint) => {
    server.use(http.get("/api/desk/promise", () => HttpResponse.json(numbers)));
    const { person } = renderAt("/admin", <PromiseFigure />);
    const figure = await screen.findByText(words);
    expect(screen.getByText(percent)).toBeVisible();
    await person.hover(figure);
    expect(await screen.findByText(hint)).toBeVisible();
  });
});

describe("the list", () => {
  it("says so when no one is waiting, or no one in this view", async () => {
    const { person } = openDesk();
    serveQueue([]);
    expect(await screen.findByRole("heading", { name: "All caught up" })).toBeVisible();
    expect(screen.getByText("No one is waiting for a reply.")).toBeVisible();
    for (const filter of ["Late", "Questions"]) {
      await person.click(screen.getByRole("button", { name: new RegExp(`^${filter}`) }));
      expect(await screen.findByRole("heading", { name: "None left here" })).toBeVisible();
    }
    await person.click(screen.getByRole("button", { name: /^All/ }));
    expect(await screen.findByRole("heading", { name: "All caught up" })).toBeVisible();
    await person.selectOptions(screen.getByRole("combobox", { name: "City" }), "Dover");
    expect(await screen.findByRole("heading", { name: "None left here" })).toBeVisible();
  });

  it("says so when it can't be loaded, and tries again", async () => {
    const { person } = openDesk();
    server.use(
      http.get("/api/desk/queue", () => new HttpResponse(null, { status: 500 })),
      http.get("/api/desk/promise", () => new HttpResponse(null, { status: 500 })),
    );
    expect(await screen.findByText("We couldn't load the customers waiting")).toBeVisible();
    expect(await screen.findByText("We couldn't load this season's numbers.")).toBeVisible();
    // The office is not told to call itself.
    expect(screen.getByText("Check your connection and try again.")).toBeVisible();
    serveQueue([late]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Eleanor Hayes")).toBeVisible();
  });

  it("loads its next page", async () => {
    const { person } = openDesk();
    server.use(
      http.get("/api/desk/queue", ({ request }) => {
        const isSecond = new URL(request.url).searchParams.has("cursor");
        return isSecond
          ? HttpResponse.json([question])
          : HttpResponse.json([late], { headers: { Link: '</api/desk/queue?cursor=2>; rel="next"' } });
      }),
    );
    await rowOf("Eleanor Hayes");
    let isBroken = true;
    server.use(
      http.get("/api/desk/queue", ({ request }) =>
        isBroken && new URL(request.url).searchParams.has("cursor")
          ? new HttpResponse(null, { status: 500 })
          : undefined,
      ),
    );
    await person.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("We couldn't load more of the list.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Quotes/ }));
    expect(screen.queryByText("We couldn't load more of the list.")).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: /^All/ }));
    isBroken = false;
    await person.click(await screen.findByRole("button", { name: "Show more" }));
    await rowOf("Marcus Bell");
    expect(screen.queryByText("We couldn't load more of the list.")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
  });
});

it("a list that can't load its next page as its end comes near leaves that to its button", async () => {
  class ObserverAtEnd {
    readonly #notify: (entries: object[]) => void;
    constructor(notify: (entries: object[]) => void) {
      this.#notify = notify;
    }
    observe() {
      this.#notify([{ isIntersecting: true }]);
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", ObserverAtEnd);
  let asked = 0;
  openDesk();
  server.use(
    http.get("/api/desk/queue", ({ request }) => {
      if (!new URL(request.url).searchParams.has("cursor"))
        return HttpResponse.json([late], { headers: { Link: '</api/desk/queue?cursor=2>; rel="next"' } });
      asked += 1;
      return new HttpResponse(null, { status: 500 });
    }),
  );
  expect(await screen.findByText("We couldn't load more of the list.")).toBeVisible();
  await delay(50);
  expect(asked).toBe(1);
});

it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }])(
  "lets the browser open a row in another tab or window: %o",
  async (keys) => {
    const { router } = await openQueue([aRequest("Ann Ames")]);
    // The browser opens it, unless the click is prevented.
    expect(fireEvent.click(screen.getByRole("link", { name: "Ann Ames" }), keys)).toBe(true);
    expect(router.state.location.search).not.toContain("open=");
  },
);

it("details beside the list follow the focus to another row", async () => {
  serveList("/api/quotes/:id/comments", []);
  const { person } = await openQueue([question, tree]);
  await person.click(screen.getByRole("link", { name: "Marcus Bell" }));
  await screen.findByRole("region", { name: "Marcus Bell" });
  await person.keyboard("j");
  expect(await screen.findByRole("region", { name: "Lucia Marchetti" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Lucia Marchetti" })).toHaveFocus();
});

it("on a phone, the focus opens no row, even if the address names one that someone else has finished", async () => {
  const search = "?open=quote-0198a000-0000-7000-8000-0000a41f09c2";
  const { router } = await openQueue([question, tree], search);
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  act(() => screen.getByRole("link", { name: "Lucia Marchetti" }).focus());
  expect(router.state.location.search).toBe(search);
});

it("opens a row's details beside the list and keeps them in the URL", async () => {
  serveList("/api/quotes/:id/comments", []);
  const { person, router } = await openQueue([late, question, tree]);
  await person.click(screen.getByRole("link", { name: "Marcus Bell" }));
  const details = within(await screen.findByRole("region", { name: "Marcus Bell" }));
  expect(details.getByText("2 of 3")).toBeVisible();
  expect(details.getByRole("link", { name: "Text 603-555-0172, preferred" })).toHaveAttribute(
    "href",
    "sms:+16035550172",
  );
  expect(router.state.location.search).toContain(`open=question-${question.id}`);
  await person.click(details.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("region", { name: "Lucia Marchetti" })).toBeVisible();
  await person.keyboard("{Escape}");
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Lucia Marchetti" })).not.toBeInTheDocument(),
  );
  await waitFor(() => expect(screen.getByRole("link", { name: "Lucia Marchetti" })).toHaveFocus());
});
