import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { admin, openPage, serveCounts, stopClock } from "../test-desk";
import { DeskFrame } from "./desk-frame";
import KeysDialog from "./keys-dialog";
import { OwnerPage } from "./owner-page";
import Palette from "./palette";

beforeEach(() => {
  stopClock();
  vi.spyOn(navigator, "platform", "get").mockReturnValue("Win32");
});

/** Return the outlines of the page's parts, without the bottom bar, which toasts can join at any moment. */
const shownParts = () =>
  [...document.querySelectorAll<HTMLElement>("nav, main")].map((part) => outline(part)).join("\n\n");

/** Serve the session once it is released. Nothing else loads. */
function serveSession(user: object | null) {
  const { held, release } = hold();
  signIn(admin);
  server.use(
    http.get("/api/auth/user", async () => {
      await held;
      return user ? HttpResponse.json(user) : new HttpResponse(null, { status: 503 });
    }),
    http.get("/api/*", () => delay("infinite")),
  );
  serveCounts({ all: 42, late: 3 });
  return release;
}

it("the desk has its bar, its tabs, the open tab and the keys", async () => {
  const release = serveSession(admin);
  openPage("?tab=customers");
  expect(shownParts()).toMatchSnapshot("session loading");
  release();
  await screen.findByRole("tab", { name: "Due now 42 waiting" });
  await screen.findByRole("heading", { name: "Customers" });
  const names = ["banner", "navigation"].map((role) => outline(screen.getAllByRole(role)[0] as HTMLElement));
  expect(names.join("\n\n")).toMatchSnapshot("bar and tabs");
  expect(outline(screen.getByRole("main"))).toMatchSnapshot("a tab");
});

it("the desk says that the session couldn't be loaded", async () => {
  serveSession(null)();
  openPage();
  await screen.findByText("We couldn't load the dashboard");
  expect(shownParts()).toMatchSnapshot();
});

it("the day sheet says what it loads and what failed", async () => {
  const release = serveSession(null);
  openPage("", "/admin/day-sheet");
  expect(shownParts()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load the day sheet");
  expect(shownParts()).toMatchSnapshot("failed");
});

it.each<[string, object | null]>([
  ["an owner", admin],
  ["office staff", { ...admin, role: "office" }],
  ["nobody, since the session failed", null],
  ["a customer", customer],
])("an owners' page is shown to %s", async (_, user) => {
  const release = serveSession(user);
  renderAt(
    "/admin/bows",
    <OwnerPage title="Bows" refusal="Ask an owner to tie them." header={<p>Choices</p>}>
      {(id) => <p>Page of {id}</p>}
    </OwnerPage>,
  );
  expect(shownParts()).toMatchSnapshot("loading");
  release();
  if (user === customer) await screen.findByText("Access Denied");
  else await screen.findByText(/^(Page of|Only owners see|We couldn't load your account)/);
  expect(outline(screen.getByRole("main"))).toMatchSnapshot("loaded");
});

it.each(["Business", "Installation"])("office staff read whom to ask about %s", async (page) => {
  serveSession({ ...admin, role: "office" })();
  openPage("", `/admin/${page.toLowerCase()}`);
  await screen.findByText("Only owners see this page");
  expect(outline(screen.getByRole("main"))).toMatchSnapshot();
});

it.each<[string, object]>([
  ["an owner", admin],
  ["office staff without a name", { ...admin, role: "office", firstName: "" }],
])("the menu of %s has the pages that they can open", async (_, user) => {
  signIn(user as typeof admin);
  const { person } = renderAt("/admin", <DeskFrame admin={user as typeof admin}>{null}</DeskFrame>);
  const bar = screen.getByRole("banner");
  expect(outline(bar)).toMatchSnapshot("closed");
  await person.click(within(bar).getByRole("button", { name: /^nora/i }));
  const menu = await screen.findByRole("dialog", { name: "You" });
  expect(outline(bar)).toMatchSnapshot("open");
  expect(outline(menu)).toMatchSnapshot("menu");
});

it("the keys are listed, with and without single letters", async () => {
  const release = serveSession(admin);
  release();
  const { person } = openPage();
  const bar = await screen.findByRole("contentinfo");
  await within(bar).findByText("Log call");
  const hints = within(bar).getByRole("button", { name: /All keys$/ }).parentElement as HTMLElement;
  expect(outline(hints)).toMatchSnapshot("bar with letters");
  await person.click(within(bar).getByRole("button", { name: /All keys$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(outline(dialog)).toMatchSnapshot("with letters");
  await person.click(within(dialog).getByRole("checkbox"));
  expect(outline(dialog)).toMatchSnapshot("without letters");
  expect(outline(hints)).toMatchSnapshot("bar without letters");
  await person.click(within(dialog).getByRole("checkbox"));
  expect(localStorage.getItem("desk-shortcuts")).toBeNull();
  expect(within(hints).getByText("Log call")).toBeInTheDocument();
});

it("on a Mac, the keys have their own names", async () => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue("iPad");
  renderAt("/admin", <KeysDialog onClose={() => undefined} />);
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot();
});

it("the palette groups what it finds, and says how much it is", async () => {
  const { held, release } = hold();
  const match = (id: string, title: string, status: string | null) => ({
    id: `0198a000-0000-7000-8000-0000000000${id}`,
    key: `k${id}`,
    title,
    detail: status === null ? "ann@example.com" : "Dover",
    status,
  });
  const none = { customers: [], quotes: [], treeOrders: [], invoices: [] };
  const found: Record<string, object> = {
    ann: {
      customers: [match("01", "Ann Ames", null), { ...match("02", "Ann Bow", null), detail: "" }],
      quotes: [match("03", "Ann's quote", "quoting")],
      treeOrders: [match("04", "Ann's tree", "scheduled")],
      invoices: [{ ...match("05", "INV-7", "paid"), detail: "" }],
    },
    tree: { ...none, treeOrders: [match("04", "Ann's tree", "pending")] },
    zzz: none,
  };
  server.use(
    http.get("/api/desk/search", async ({ request }) => {
      await held;
      const body = found[new URL(request.url).searchParams.get("q") ?? ""];
      return body ? HttpResponse.json(body) : new HttpResponse(null, { status: 500 });
    }),
  );
  signIn(admin);
  const { person } = renderAt("/admin", <Palette onClose={() => undefined} />);
  const dialog = await screen.findByRole("dialog");
  const field = screen.getByRole("combobox");
  const search = async (text: string, result?: RegExp | string) => {
    await person.clear(field);
    await person.type(field, text);
    if (result) await screen.findByText(result);
    await act(async () => undefined);
    // The results are known by their texts, not by their IDs.
    const active = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
    return `${outline(dialog)}\nactive: ${active?.textContent}`;
  };
  expect(await search(" ")).toMatchSnapshot("nothing typed");
  expect(await search("a", "Staff and privacy")).toMatchSnapshot("one letter");
  expect(await search("ann", "Searching…")).toMatchSnapshot("searching");
  release();
  await screen.findByText("Ann's quote");
  expect(outline(dialog)).toMatchSnapshot("found");
  expect(await search("tree", "Ann's tree")).toMatchSnapshot("pages and one record");
  expect(await search("zzz", /^Nothing found/)).toMatchSnapshot("nothing found");
  expect(await search("broken", /^We couldn't search/)).toMatchSnapshot("failed");
});

it("the palette's results are moved through with the arrows, and with the pointer", async () => {
  // Where typing takes longer than the pause that starts a search, it searches.
  server.use(http.get("/api/desk/search", () => delay("infinite")));
  const onClose = vi.fn();
  const { person, router } = renderAt("/admin", <Palette onClose={onClose} />);
  const field = await screen.findByRole("combobox");
  const active = () =>
    document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;
  const selected = () =>
    screen.getAllByRole("option", { selected: true }).map((option) => option.textContent);
  expect(active()).toBe("Due now");
  await person.keyboard("{ArrowDown}{ArrowDown}");
  expect([active(), ...selected()]).toEqual(["Job Scheduling", "Job Scheduling"]);
  const scrolled = vi.mocked(Element.prototype.scrollIntoView).mock.contexts.at(-1);
  expect(scrolled).toHaveTextContent("Job Scheduling");
  await person.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect([active(), ...selected()]).toEqual(["Analytics", "Analytics"]);
  await person.keyboard("{ArrowDown}");
  expect(active()).toBe("Due now");
  await person.hover(screen.getByRole("option", { name: "Invoices" }));
  expect([active(), ...selected()]).toEqual(["Invoices", "Invoices"]);
  // Typing starts over with the first result.
  await person.keyboard("t");
  expect(active()).toBe("Tree Orders");
  await person.keyboard("{Backspace}a{ArrowDown}{ArrowDown}");
  expect(active()).toBe("All subscriptions");
  await person.keyboard("l");
  expect(active()).toBe("All tree orders");
  await person.keyboard("{Backspace}{Backspace}tr");
  expect(field).toHaveFocus();
  await person.keyboard("{Enter}");
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(router.state.location.search).toBe("?tab=trees"));
});

it("the palette ignores Enter without a result, and while a word is being composed", async () => {
  const onClose = vi.fn();
  const { person, router } = renderAt("/admin", <Palette onClose={onClose} />);
  const field = await screen.findByRole("combobox");
  const composed = new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  act(() => void field.dispatchEvent(composed));
  await person.type(field, "z{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  expect(router.state.location.search).toBe("");
  expect(screen.getByText(/^Nothing found for “z”/)).toBeVisible();
});
