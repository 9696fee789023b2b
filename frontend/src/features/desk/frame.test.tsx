import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { readDraft, writeDraft } from "~/lib/drafts";
import { easternToday } from "~/lib/eastern";
import { hold } from "~/test/held";
import { server, signIn } from "~/test/server";
import { toast } from "~/ui/toast";
import type { DeskSearch } from "./shared/types";
import { aDeskQuote, admin, openDesk, serveCounts, serveList, serveRowParts } from "./test-desk";

const quote = aDeskQuote({ id: "0198a000-0000-7000-8000-00007be2d310", fullName: "Tom Okafor" });
const nothing: DeskSearch = { customers: [], quotes: [], treeOrders: [], invoices: [] };
const tom = { id: "k1", key: "k1", title: "Tom Okafor", detail: "tom@example.com", status: null };

/** Respond to searches by their text, and return the texts. */
function serveSearch(respond: (q: string) => Partial<DeskSearch> | Promise<Partial<DeskSearch>>) {
  const asked: string[] = [];
  server.use(
    http.get("/api/desk/search", async ({ request }) => {
      const q = new URL(request.url).searchParams.get("q") ?? "";
      asked.push(q);
      return HttpResponse.json({ ...nothing, ...(await respond(q)) });
    }),
  );
  return asked;
}

async function openPalette() {
  const desk = openDesk();
  await screen.findByRole("tab", { name: "Quote Management" });
  await desk.person.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: /^Find a customer/ });
  expect(field).toHaveFocus();
  return { ...desk, field };
}

describe("the palette", () => {
  it.each([
    ["Win32", "Ctrl K", "{Control>}k{/Control}"],
    ["MacIntel", "⌘ K", "{Meta>}k{/Meta}"],
  ])("opens on %s with %s, which its button says", async (platform, name, keys) => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
    const { person } = openDesk();
    expect(await screen.findByRole("button", { name: /^Find a customer/ })).toHaveTextContent(name);
    await person.keyboard(keys);
    expect(await screen.findByRole("combobox", { name: /^Find a customer/ })).toHaveFocus();
  });

  it.each([
    ["treeOrders", "scheduled", /Scheduled$/, `?tab=trees&view=all&q=7be2d310&open=${quote.id}`],
    ["invoices", "paid", /Paid$/, `?tab=invoices&q=Tom+Okafor&open=${quote.id}`],
  ] as const)("opens one of the %s in its list", async (kind, status, words, search) => {
    serveSearch(() => ({ [kind]: [{ ...tom, id: quote.id, status }] }));
    serveList("/api/:list", []);
    const { person, router } = await openPalette();
    await person.keyboard("okafor");
    const found = await screen.findByRole("option", { name: /Tom Okafor/ });
    expect(found).toHaveTextContent(words);
    expect(screen.getByText("1 result")).toBeVisible();
    await person.click(found);
    expect(router.state.location.search).toBe(search);
  });

  it("searches from two characters on", async () => {
    const asked = serveSearch(() => ({ customers: [tom] }));
    const { person } = await openPalette();
    await person.keyboard("ok");
    expect(await screen.findByRole("option", { name: /Tom Okafor/ })).toBeVisible();
    expect(asked).toEqual(["ok"]);
  });

  it("finds a quote with the keyboard and opens its row", async () => {
    const asked = serveSearch(() => ({
      customers: [tom],
      quotes: [{ ...tom, id: quote.id, detail: "Premium Installation · Dover", status: "quoting" }],
    }));
    serveList("/api/quotes", [quote]);
    serveRowParts(quote);
    const { person, router } = await openPalette();
    await person.keyboard("okafor");
    const results = await screen.findByRole("group", { name: "Quotes" });
    expect(within(results).getByRole("option")).toHaveTextContent("Premium Installation · Dover · Quoting");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("tom@example.com");
    expect(asked).toEqual(["okafor"]);
    expect(screen.getByText("2 results")).toBeVisible();
    await person.keyboard("{ArrowUp}"); // from the first to the last
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Quoting");
    await person.keyboard("{ArrowUp}{ArrowDown}{Enter}");
    expect(router.state.location.search).toBe(`?tab=quotes&q=7be2d310&open=${quote.id}`);
    expect(screen.queryByRole("combobox", { name: /^Find/ })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("region", { name: "Details" })).toHaveFocus());
  });

  it("finds the desk's tabs and pages by the starts of their words", async () => {
    serveSearch(() => ({}));
    serveList("/api/invoices", []);
    const { person, router } = await openPalette();
    expect(screen.getAllByRole("option")).toHaveLength(8);
    await person.keyboard("inv over");
    expect(screen.getByRole("option")).toHaveTextContent("Overdue invoices");
    await person.keyboard("{Enter}");
    expect(router.state.location.search).toBe("?tab=invoices&status=overdue");
  });

  it.each([
    ["calendar week", "/admin?tab=jobs&view=week"],
    ["calendar month", "/admin?tab=jobs&view=month"],
    ["all tree", "/admin?tab=trees&view=all"],
    ["january", "/admin?tab=trees&view=disposal"],
    ["day sheet", `/admin/day-sheet?day=${easternToday()}`],
    ["outbox", "/admin?tab=customers&view=outbox"],
    ["all sub", "/admin?tab=subscriptions&view=all"],
    ["card issues", "/admin?tab=subscriptions&view=refunds"],
    ["staff", "/admin/staff"],
    ["business", "/admin/business"],
    ["installation", "/admin/installation"],
    ["view site", "/"],
  ])("finds “%s” and opens %s", async (words, address) => {
    serveSearch(() => ({}));
    const { person, router } = await openPalette();
    server.use(http.get("/api/*", () => delay("infinite")));
    await person.keyboard(words);
    await screen.findByRole("option");
    await person.keyboard("{Enter}");
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(address);
    });
  });

  it("finds owners' pages only for owners", async () => {
    serveSearch(() => ({}));
    const { person, queryClient } = await openPalette();
    await person.keyboard("staff");
    await screen.findByRole("option", { name: "Staff and privacy" });
    signIn({ ...admin, role: "office" });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/Nothing found for “staff”/)).toBeVisible();
  });

  it("shows no results for an earlier text", async () => {
    serveSearch(() => ({ customers: [tom] }));
    const { person } = await openPalette();
    await person.keyboard("okafor");
    expect(await screen.findByRole("option", { name: /Tom Okafor/ })).toBeVisible();
    await person.keyboard("s");
    expect(screen.queryByRole("option", { name: /Tom Okafor/ })).not.toBeInTheDocument();
  });

  it("shows only the results of the last text", async () => {
    serveSearch(async (q) => {
      if (q === "ok") await delay(400);
      return q === "ok" ? { customers: [tom] } : { customers: [{ ...tom, title: "Sam Lee" }] };
    });
    const { person, field } = await openPalette();
    await person.keyboard("ok");
    await screen.findByText("Searching…");
    await new Promise((resolve) => setTimeout(resolve, 350));
    await person.clear(field);
    await person.keyboard("sam");
    expect(await screen.findByRole("option", { name: /Sam Lee/ })).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.queryByRole("option", { name: /Tom Okafor/ })).not.toBeInTheDocument();
  });

  it("opens the first result if Enter was pressed before the results arrived", async () => {
    serveSearch(async () => {
      await delay(200);
      return { customers: [tom] };
    });
    server.use(http.get("/api/desk/customers/k1", () => new HttpResponse(null, { status: 404 })));
    const { person, router } = await openPalette();
    await person.keyboard("okafor{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?tab=customers&person=k1"));
  });

  it("says that nothing was found, or that the search failed, and can try again", async () => {
    serveSearch(() => ({}));
    const { person, field } = await openPalette();
    await person.keyboard("nobody");
    expect(await screen.findByText(/Nothing found for “nobody”/)).toBeVisible();

    server.use(http.get("/api/desk/search", () => new HttpResponse(null, { status: 503 })));
    await person.clear(field);
    await person.keyboard("okafor");
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't search.");
    serveSearch(() => ({ customers: [tom] }));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("option", { name: /Tom Okafor/ })).toBeVisible();
  });

  it("opens only for its own keys, and only once it is known who is signed in", async () => {
    const { held, release } = hold();
    const { person } = openDesk();
    server.use(http.get("/api/auth/user", () => held.then(() => HttpResponse.json(admin))));
    await person.keyboard("{Control>}k{/Control}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    release();
    await screen.findByRole("tab", { name: "Quote Management" });
    await person.keyboard("k{Control>}{Alt>}k{/Alt}{/Control}{Control>}j{/Control}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.keyboard("{Control>}K{/Control}"); // with Caps Lock
    expect(await screen.findByRole("dialog", { name: "Find on the desk" })).toBeVisible();
  });

  it("returns the focus when Escape closes it", async () => {
    const { person } = openDesk();
    const button = await screen.findByRole("button", { name: /^Find a customer/ });
    await person.click(button);
    await person.keyboard("{Escape}");
    await waitFor(() => expect(button).toHaveFocus());
  });
});

describe("the dialog of shortcut keys", () => {
  it("opens with ? and from the bottom bar, but not while someone types", async () => {
    serveList("/api/desk/customers", []);
    const { person } = openDesk();
    expect(await screen.findByText("Log call")).toBeVisible();
    await person.click(screen.getByRole("tab", { name: "Customers" }));
    await person.click(await screen.findByRole("searchbox"));
    await person.keyboard("?");
    expect(screen.getByRole("searchbox")).toHaveValue("?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

    await person.click(screen.getByRole("tab", { name: "Customers" }));
    await person.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(dialog).queryByText("Reply"), "a key of Due now").toBeNull();
    await person.keyboard("{Escape}");
    await person.click(screen.getByRole("button", { name: /All keys$/ }));
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await person.keyboard("{Control>}k{/Control}"); // the palette doesn't replace another dialog
    expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });

  it("turns single letters off for this browser", async () => {
    const { person } = openDesk();
    const bar = within(await screen.findByRole("contentinfo"));
    expect(await bar.findByText("Log call")).toBeVisible();
    await person.click(await screen.findByRole("button", { name: /All keys$/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(dialog.getByText("Reply")).toBeVisible();
    await person.click(await screen.findByRole("checkbox", { name: "Single-letter shortcuts" }));
    expect(dialog.queryByText("Reply")).toBeNull();
    expect(dialog.getByText("Next customer").previousSibling).toHaveTextContent(/^↓$/);
    expect(bar.queryByText("Log call")).toBeNull();
    expect(bar.getByText("Send, next")).toBeInTheDocument();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.keyboard("?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(localStorage.getItem("desk-shortcuts")).toBe("off");
  });
});

describe("the number of waiting customers", () => {
  it("is on the tab, and the number of late ones in the browser's title", async () => {
    serveList("/api/desk/customers", []);
    const page = openDesk("?tab=customers");
    serveCounts({ all: 42, late: 3 });
    expect(await screen.findByRole("tab", { name: "Due now 42 waiting" })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^\(3\) Customers \| /));
    await page.person.click(screen.getByRole("tab", { name: /^Due now/ }));
    expect(document.title).toMatch(/^\(3\) Due now \| /);
    serveCounts({ all: 1, late: 0 });
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(document.title).toMatch(/^Due now \| /));
  });
});

describe("a toast on the desk", () => {
  it("is in the bottom bar, with a close button and an action for five seconds", async () => {
    openDesk();
    await screen.findByRole("tab", { name: "Quote Management" });
    const undo = vi.fn();
    act(() =>
      toast({ title: "Quote Updated", action: { label: "Undo", altText: "Undo in the quote", run: undo } }),
    );
    const bar = await screen.findByRole("contentinfo");
    expect(await within(bar).findByText("Quote Updated")).toBeVisible();
    expect(within(bar).getByText("5 s")).toBeVisible();
    expect(within(bar).getByRole("button", { name: "Close" })).toBeVisible();
    act(() => within(bar).getByRole("button", { name: "Undo" }).click());
    expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(within(bar).queryByText("Quote Updated")).not.toBeInTheDocument());
  });
});

it("opens the person's menu from the bar", async () => {
  const { person } = openDesk();
  await person.click(await screen.findByRole("button", { name: "Nora" }));
  const menu = await screen.findByRole("dialog", { name: "You" });
  expect(menu).toHaveTextContent("nora@example.com");
  expect(links(menu)).toEqual([
    ["Business and texts", "/admin/business"],
    ["Staff and privacy", "/admin/staff"],
    ["Sign-in and security", "/accounts/email/"],
    ["Installation", "/admin/installation"],
    ["View site", "/"],
    ["Logout", "/api/logout"],
  ]);
  expect(within(menu).getByRole("link", { name: "Business and texts" })).toHaveFocus();
  await person.click(screen.getByRole("radio", { name: "Dark" }));
  expect(localStorage.getItem("theme")).toBe("dark");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Nora" })).toHaveFocus());
  expect(menu).not.toBeInTheDocument();
});

it("leaves no drafts behind for the next person at this computer", async () => {
  const { person } = openDesk();
  await person.click(await screen.findByRole("button", { name: "Nora" }));
  await screen.findByRole("dialog", { name: "You" });
  const logouts = screen.getAllByText("Logout");
  expect(logouts).toHaveLength(2); // in the bar on wide screens, in the menu on narrow ones
  for (const logout of logouts) {
    writeDraft("desk:amount:q1", "900");
    logout.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(logout);
    expect(readDraft("desk:amount:q1")).toBeNull();
  }
});

const links = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

it("office staff have no owner pages in their menu", async () => {
  const { person, queryClient } = openDesk();
  signIn({ ...admin, role: "office", firstName: "" });
  await act(() => queryClient.invalidateQueries());
  await person.click(await screen.findByRole("button", { name: "nora@example.com" }));
  const menu = await screen.findByRole("dialog", { name: "You" });
  expect(links(menu).map(([name]) => name)).toEqual(["Sign-in and security", "View site", "Logout"]);
  // The button closes what it has opened.
  await person.click(screen.getByRole("button", { name: "nora@example.com" }));
  await waitFor(() => expect(menu).not.toBeInTheDocument());
});

it("Page Down and Page Up scroll the open tab, unless the focus is in it", async () => {
  serveList("/api/desk/customers", []);
  openDesk("?tab=customers");
  const search = await screen.findByRole("searchbox");
  const panel = screen.getByRole("tabpanel");
  const scrollBy = vi.fn();
  Object.assign(panel, { scrollBy });
  vi.spyOn(panel, "clientHeight", "get").mockReturnValue(1000);
  for (const key of ["PageDown", "PageUp", "Home"]) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(search, { key: "PageDown" });
  expect(scrollBy.mock.calls).toEqual([[{ top: 900 }], [{ top: -900 }]]);
});
