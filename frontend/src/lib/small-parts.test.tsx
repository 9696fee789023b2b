import { renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasFailed } from "~/api/failed";
import { fetchPage } from "~/api/pages";
import { server } from "~/test/server";
import { cardName } from "./card-name";
import { authorOf } from "./comment-author";
import { rememberFocusPosition } from "./focus-position";
import {
  estimateInWords,
  firstName,
  formatCount,
  formatDayTime,
  formatIfPositive,
  formatSigned,
} from "./format";
import { loadPage } from "./load-page";
import { deskPath, isAdminPage, myServicesPath, signUpAsPath } from "./paths";
import { formatPhone, phoneHref } from "./phone";
import { chosenIds } from "./proposal-total";
import { scrollToSection } from "./scroll-to";
import { setTheme, themeScript, useTheme } from "./theme";
import { useAfterTyping } from "./use-after-typing";
import { optionalDay, optionalFutureDay } from "./zod-day";

afterEach(() => {
  vi.useRealTimers();
});

it("an evening in New Hampshire has its own weekday, whatever day it is elsewhere", () => {
  vi.useFakeTimers({ now: new Date("2026-11-22T17:00:00Z"), toFake: ["Date"] });
  expect(formatDayTime("2026-11-20T02:00:00Z").replace(/\s/g, " ")).toBe("Thu, 9:00 PM");
});

it.each([
  ["visa", "Visa ending in 4242"],
  ["amex", "American Express ending in 4242"],
  ["diners", "Diners Club ending in 4242"],
  ["jcb", "JCB ending in 4242"],
  ["unionpay", "UnionPay ending in 4242"],
])("a card of %s is named %s", (brand, name) => {
  expect(cardName({ brand, last4: "4242" })).toBe(name);
});

it.each([
  ["603-555-0172", "tel:+16035550172"],
  ["1 (603) 555-0172", "tel:+16035550172"],
  ["+16035550172", "tel:+16035550172"],
  ["+44 20 7946 0018", "tel:+442079460018"],
  [" +44 20 7946 0018", "tel:+442079460018"],
  ["20794600181", "tel:+120794600181"],
  ["603-555-0172 x12", "tel:+16035550172"],
  ["(603) 555-0172, ext. 3", "tel:+16035550172"],
  ["+1 603.555.0172;ext=3", "tel:+16035550172"],
  ["603/555-0172 #12", "tel:+16035550172"],
  ["603\u2013555\u20130172 or 603-555-0173", "tel:+16035550172"],
  ["cell: 603-555-0172 (Jo)", "tel:+16035550172"],
])("the phone number %j is called at %s", (phone, href) => {
  expect(phoneHref("tel", phone)).toBe(href);
});

it("a phone number is shown as Americans write it, and others as they are", () => {
  expect(formatPhone("+16035550172")).toBe("(603) 555-0172");
  expect(formatPhone("+442079460018")).toBe("+442079460018");
  expect(formatPhone("603-555-0172")).toBe("603-555-0172");
});

it.each([
  [{ channel: "site", otherSender: "" }, "Ada"],
  [{ channel: "text", otherSender: "" }, "Ada, by text"],
  [{ channel: "email", otherSender: "" }, "Ada, by email"],
  [{ channel: "email", otherSender: "bo@example.com" }, "bo@example.com (not the customer's address)"],
] as const)("the author of a comment %o is %s", (comment, author) => {
  expect(authorOf({ authorName: "Ada", ...comment })).toBe(author);
});

it("amounts, counts and names are shown as people write them", () => {
  expect([formatIfPositive("0.00"), formatIfPositive("0.01"), formatIfPositive("-5.00")]).toEqual([
    null,
    "$0.01",
    null,
  ]);
  expect([formatSigned("-718"), formatSigned("718")]).toEqual(["−$718.00", "$718.00"]);
  expect([0, 1, 1061].map((count) => formatCount(count, "payment"))).toEqual([
    "0 payments",
    "1 payment",
    "1,061 payments",
  ]);
  expect(formatCount(2, "reply", "replies")).toBe("2 replies");
  expect([" Patricia  Nolan", "Ada", "Nolan, Patricia", ""].map(firstName)).toEqual([
    "Patricia",
    "Ada",
    "Nolan",
    "",
  ]);
  expect(estimateInWords(null)).toBeNull();
  expect(estimateInWords({ low: 0, high: null })).toBeNull();
  expect(estimateInWords({ low: 864, high: 1674 })).toBe("About $860 to $1,670");
});

it("paths lead to a tab, a card or an account", () => {
  expect(myServicesPath("invoices")).toBe("/my-services?tab=invoices");
  expect(myServicesPath("invoices", "invoice-1")).toBe("/my-services?tab=invoices#invoice-1");
  expect(deskPath("jobs", { day: "2026-12-05" })).toBe("/admin?tab=jobs&day=2026-12-05");
  expect(signUpAsPath("a+b@example.com", "/quote")).toBe(
    "/accounts/signup/?email=a%2Bb%40example.com&next=%2Fquote",
  );
  expect(["/admin", "/Admin/staff", "/administer", "/my/admin"].map(isAdminPage)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("a day", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-12-05T04:30:00Z"), toFake: ["Date"] }); // the 4th in New Hampshire
  });

  it.each([
    ["2026-12-03", false],
    ["2026-12-04", true],
    ["2026-12-04T12:00:00Z", true],
    ["2026-12-04T02:00:00Z", false],
    ["2026-12-05", true],
    ["", true],
    [null, true],
  ])("that is upcoming may be %j: %s", (day, valid) => {
    expect(optionalFutureDay.safeParse(day).success).toBe(valid);
  });

  it.each(["2026-02-30", "tomorrow", "2026-13-01", "12/05/2026"])("can't be %j", (day) => {
    expect(optionalDay.safeParse(day).error?.issues[0]?.message).toBe("Invalid date");
  });
});

it("a search starts once the typing has paused, without blanks around it", () => {
  vi.useFakeTimers();
  const search = vi.fn();
  const { rerender, unmount } = renderHook(({ text }) => useAfterTyping(text, search), {
    initialProps: { text: "" },
  });
  vi.advanceTimersByTime(200);
  rerender({ text: " Dov" });
  vi.advanceTimersByTime(299);
  expect(search).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(search.mock.calls).toEqual([["Dov"]]);
  rerender({ text: "Dover" });
  unmount();
  vi.advanceTimersByTime(1_000);
  expect(search).toHaveBeenCalledOnce();
});

it("scrolling to a section is animated unless motion is reduced", () => {
  document.body.innerHTML = '<section id="quote"></section>';
  const section = document.getElementById("quote") as HTMLElement;
  document.documentElement.dataset.firstVisit = "";
  expect(scrollToSection("quote")).toBe(true);
  expect(section.scrollIntoView).toHaveBeenLastCalledWith({ behavior: "smooth" });
  expect(section).toHaveFocus();
  expect(document.documentElement.dataset).not.toHaveProperty("firstVisit");
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  scrollToSection("quote");
  expect(section.scrollIntoView).toHaveBeenLastCalledWith({ behavior: "auto" });
  expect(scrollToSection("nowhere")).toBe(false);
});

it("the focus returns without scrolling, to the element or else to what is around it", () => {
  document.body.innerHTML = "<main><section><ul><li><button>A</button></li></ul></section></main>";
  const button = document.querySelector("button") as HTMLButtonElement;
  const restore = rememberFocusPosition(button);
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  restore();
  expect(button).toHaveFocus();
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  document.querySelector("li")?.remove();
  restore();
  expect(document.querySelector("ul")).toHaveFocus();
});

it("a chosen theme lasts until the page is left if storage is blocked", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as unknown as MediaQueryList);
  for (const method of ["getItem", "setItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  for (const theme of ["dark", "system"] as const) {
    setTheme(theme);
    expect(renderHook(useTheme).result.current).toBe(theme);
    expect(document.documentElement.classList.contains("dark")).toBe(theme === "dark");
  }
});

it("the theme follows the device only until one is chosen", () => {
  const { classList } = document.documentElement;
  let change = () => {};
  let matches = false;
  vi.spyOn(window, "matchMedia").mockImplementation(
    () =>
      ({
        get matches() {
          return matches;
        },
        addEventListener: (_: string, listener: () => void) => {
          change = listener;
        },
        removeEventListener: () => {
          change = () => {};
        },
      }) as unknown as MediaQueryList,
  );
  const { result, rerender, unmount } = renderHook(useTheme);
  matches = true;
  change();
  expect(classList.contains("dark")).toBe(true);
  setTheme("light");
  rerender();
  expect([result.current, classList.contains("dark")]).toEqual(["light", false]);
  change();
  expect(classList.contains("dark")).toBe(false);
  setTheme("dark");
  matches = false;
  change();
  rerender();
  expect([result.current, classList.contains("dark")]).toEqual(["dark", true]);
  setTheme("system");
  expect([localStorage.getItem("theme"), classList.contains("dark")]).toEqual([null, false]);
  unmount();

  // The script in the head has the same rules.
  for (const [stored, device, dark] of [
    [null, true, true],
    [null, false, false],
    ["light", true, false],
    ["dark", false, true],
  ] as const) {
    matches = device;
    if (stored) localStorage.setItem("theme", stored);
    else localStorage.removeItem("theme");
    new Function(themeScript)();
    expect(classList.contains("dark")).toBe(dark);
  }
  classList.remove("dark");
});

it("a proposal's choices are the picked ones, or else the suggested ones", () => {
  const line = (id: string, changes: object) => ({
    id,
    quantity: "1",
    unit: "flat",
    unitPrice: "1",
    optional: false,
    ...changes,
  });
  const lines = [
    line("plain", {}),
    line("option", { optional: true }),
    line("other", { optional: true }),
    line("a", { choice: "Size", suggested: true }),
    line("b", { choice: "Size" }),
  ];
  expect([...chosenIds(lines)]).toEqual(["a"]);
  expect([...chosenIds(lines, new Set(["option", "b", "plain", "gone"]))]).toEqual(["option", "b"]);
});

it("a query has failed if nothing can be shown of it", () => {
  expect(hasFailed({ data: undefined, isFetched: false })).toBe(false);
  expect(hasFailed({ data: undefined, isFetched: true })).toBe(true);
  expect(hasFailed({ data: [], isFetched: true })).toBe(false);
  expect(hasFailed({ data: [], isFetched: true, isPlaceholderData: true })).toBe(true);
  expect(hasFailed({ data: [], isFetched: false, isPlaceholderData: true })).toBe(false);
});

it.each([
  ['<http://internal:8000/api/quotes?cursor=2>; rel="next"', "/api/quotes?cursor=2"],
  ['</api/quotes?cursor=1>; rel="prev", </api/quotes?cursor=3>; rel=next', "/api/quotes?cursor=3"],
  ['</api/quotes?cursor=1>; rel="prev"', null],
  [null, null],
])("the next page of a list with the header %j is %s", async (link, next) => {
  server.use(
    http.get("/api/quotes", () => HttpResponse.json([{ id: "a" }], { headers: link ? { Link: link } : {} })),
  );
  expect(await fetchPage("/api/quotes", AbortSignal.timeout(60_000))).toEqual({ rows: [{ id: "a" }], next });
});

it("a page of the server takes this page's place in the history", () => {
  vi.mocked(loadPage).mockRestore();
  const replace = vi.fn();
  vi.stubGlobal("location", { replace });
  loadPage("/api/login");
  expect(replace).toHaveBeenCalledExactlyOnceWith("/api/login");
});
