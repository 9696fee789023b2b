import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { DeskQuoteDetails } from "~/api/types";
import { addDays, easternToday } from "~/lib/eastern";
import { hold } from "~/test/held";
import { aYes } from "~/test/rows";
import { server } from "~/test/server";
import {
  aDeskQuoteInDetail,
  aLine,
  escapeDialog,
  openDesk,
  serveList,
  serveRowParts,
  serveWrite,
} from "../../test-desk";
import { versionOf } from "./proposal-content";

const id = aDeskQuoteInDetail().id;
const wreaths = aLine({ cost: "85.00" });
const cords = aLine({ text: "Cords", quantity: "1.00", unit: "flat", unitPrice: "45.000", amount: "45.00" });
const written: Partial<DeskQuoteDetails> = {
  status: "quoting",
  lines: [wreaths, cords],
  hasLines: true,
  revision: 1,
  quoteAmount: "235.00",
  validUntil: "2026-12-20",
};

/** Open the editor of a quote; `served.quote` is what the server has. */
async function openProposal(
  changes: Partial<DeskQuoteDetails> = {},
  sources: object = { estimate: [], lastSeason: null },
) {
  const served = { quote: aDeskQuoteInDetail(changes) };
  const page = openDesk(`?tab=quotes&proposal=${id}`);
  serveRowParts();
  serveList("/api/quotes", []);
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(served.quote)),
    http.get("/api/quotes/:id/line-sources", () => HttpResponse.json(sources)),
    http.get("/api/price-list", () =>
      HttpResponse.json([
        { id: "a", text: "Path lights along the walkway", unit: "piece", unitPrice: "14.00" },
        { id: "b", text: "String for the patio", unit: "ft", unitPrice: "5.255" },
      ]),
    ),
  );
  await screen.findByRole("region", { name: "What Eleanor sees" });
  return { ...page, served };
}

/** Return the ledger's line with this text. */
const rowOf = (text: string) => within(screen.getByRole("group", { name: text }));
const texts = () => screen.getAllByLabelText<HTMLTextAreaElement>("Line").map(({ value }) => value);
const preview = () => within(screen.getByRole("region", { name: "What Eleanor sees" }));

/** Respond to a save with the quote as the server then has it. */
const saved = (quote: DeskQuoteDetails, changes: Partial<DeskQuoteDetails> = {}) =>
  HttpResponse.json({ ...quote, updatedAt: "2026-11-22T12:00:00Z", ...changes });

describe("the proposal editor", () => {
  it("can be used with the keyboard alone: a usual line, a discount, reordering", async () => {
    const { person, served } = await openProposal();
    const sent = serveWrite("put", "/api/quotes/:id/lines", () => saved(served.quote, { ...written }));
    await person.clear(screen.getByLabelText("Quantity"));
    await person.click(screen.getByLabelText("Line"));
    await person.keyboard("pat");
    const list = within(await screen.findByRole("listbox", { name: "Usual lines" }));
    expect(list.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Path lights along the walkway$14.00 each",
      "String for the patio$5.255 per ft",
    ]);
    await person.keyboard("{ArrowDown}");
    expect(list.getByRole("option", { selected: true })).toHaveTextContent(/^String/);
    await person.keyboard("h{Backspace}"); // typing selects the first match again
    expect(list.getByRole("option", { selected: true })).toHaveTextContent(/^Path/);
    await person.keyboard("{ArrowUp}{Enter}"); // from the first to the last
    const usual = rowOf("String for the patio");
    await waitFor(() => expect(usual.getByLabelText("Quantity")).toHaveFocus());
    expect(usual.getByLabelText("Quantity")).toHaveValue("1");
    await person.keyboard("12{Enter}");
    await waitFor(() => expect(rowOf("New line").getByLabelText("Line")).toHaveFocus());
    expect(screen.getByText("1 line, $63.06")).toBeVisible();
    expect(rowOf("New line").getByLabelText("Amount")).toBeEmptyDOMElement();
    await person.keyboard("Neighbor discount{Tab}{Tab}{Tab}-9.05{Tab}0");
    expect(usual.getByLabelText("Amount")).toHaveTextContent("63.06");
    expect(preview().getByText("12 ft at $5.255")).toBeVisible();
    expect(preview().getByText("−$9.05")).toBeVisible();
    // The arrows move within a column, and with Alt they move the line.
    await person.keyboard("{ArrowUp}");
    await waitFor(() => expect(usual.getByLabelText("Our cost")).toHaveFocus());
    await person.keyboard("30.50{Alt>}{ArrowDown}{/Alt}");
    expect(texts()).toEqual(["Neighbor discount", "String for the patio"]);
    await waitFor(() => expect(usual.getByLabelText("Our cost")).toHaveFocus());
    expect(screen.getByText("$30.50 · $23.51, 44%")).toBeVisible();
    expect(preview().queryByText(/30\.50/)).toBeNull();
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      lines: [
        { text: "Neighbor discount", quantity: "1", unit: "flat", unitPrice: "-9.05" },
        { text: "String for the patio", quantity: "12", unit: "ft", unitPrice: "5.255", cost: "30.50" },
      ],
      validUntil: addDays(easternToday(), 30),
      updatedAt: served.quote.updatedAt,
    });
  });

  it("can be used with single taps: the menu reorders, moves and deletes lines, a radio button suggests one", async () => {
    const { person } = await openProposal(written);
    const choose = async (text: string, action: string) => {
      await person.click(screen.getByRole("button", { name: `More for ${text}` }));
      await person.click(await screen.findByRole("menuitem", { name: action }));
    };
    expect(preview().getByRole("link", { name: "Open as a PDF" })).toHaveAttribute(
      "href",
      `/api/quotes/${id}/pdf`,
    );
    expect(preview().getByText("Good through Sun, Dec 20.")).toBeVisible();
    await choose("Cords", "Move up");
    expect(preview().queryByRole("link", { name: "Open as a PDF" })).toBeNull(); // it would show the saved version
    expect(texts()).toEqual(["Cords", "Wreaths"]);
    await choose("Cords", "Move to Options");
    await waitFor(() => expect(rowOf("Cords").getByLabelText("Line")).toHaveFocus());
    expect(within(screen.getByRole("region", { name: "Options" })).getByLabelText("Line")).toHaveValue(
      "Cords",
    );
    expect(preview().getByRole("checkbox", { name: /Cords/ })).not.toBeChecked();
    await person.click(screen.getByRole("button", { name: "Let the customer pick one of several" }));
    await waitFor(() => expect(screen.getByLabelText("Name of this choice")).toHaveFocus());
    await person.keyboard("Size{Enter}Small{Tab}{Tab}{Tab}10{ArrowDown}20");
    await person.type(screen.getAllByLabelText("Line")[1] as HTMLElement, "Big");
    await person.click(screen.getByRole("radio", { name: "Suggest Big" }));
    expect(
      within(preview().getByRole("group", { name: "Size" })).getByRole("radio", { name: /^Big/ }),
    ).toBeChecked();
    expect(screen.getByText("Price").nextSibling).toHaveTextContent("$210.00");
    expect(screen.getByText("With every option").nextSibling).toHaveTextContent("$255.00");
    expect(screen.getByText("Deposit at acceptance, 25%").nextSibling).toHaveTextContent("$52.50");
    expect(screen.getByText("The rest").nextSibling).toHaveTextContent("$157.50");
    expect(preview().getByText("Deposit when you accept").nextSibling).toHaveTextContent("$52.50");
    await person.selectOptions(rowOf("Wreaths").getByLabelText("Unit"), "ft");
    await person.clear(rowOf("Wreaths").getByLabelText("Quantity"));
    await person.type(rowOf("Wreaths").getByLabelText("Quantity"), "6");
    expect(preview().getByText("6 ft at $38.00")).toBeVisible();
    await person.clear(rowOf("Wreaths").getByLabelText("Unit price"));
    await person.type(rowOf("Wreaths").getByLabelText("Unit price"), "$1,038");
    const usual = serveWrite("post", "/api/price-list", (body) => HttpResponse.json({ id: "c", ...body }));
    await choose("Wreaths", "Save as a usual line");
    expect(await screen.findByText("Usual line saved")).toBeVisible();
    expect(usual.map(({ body }) => body)).toEqual([{ text: "Wreaths", unit: "ft", unitPrice: "1038" }]);
    await choose("Wreaths", "Delete line");
    await waitFor(() => expect(rowOf("Cords").getByLabelText("Line")).toHaveFocus());
    expect(texts()).toEqual(["Small", "Big", "Cords"]);
    await choose("Cords", "Delete line");
    await waitFor(() => expect(rowOf("Big").getByLabelText("Line")).toHaveFocus());
  });

  it("saves its note, its last day and the order of its lines", async () => {
    const { person, served } = await openProposal({ ...written, validUntil: null });
    const sent = serveWrite("put", "/api/quotes/:id/lines", () => saved(served.quote));
    expect(screen.getByLabelText("Good through")).toHaveTextContent("No end date");
    await person.type(screen.getByLabelText(/^Note to Eleanor/), "As we said. ");
    expect(preview().getByText("“As we said.”")).toBeVisible();
    await person.click(screen.getByLabelText("Good through"));
    await person.click(await screen.findByRole("button", { name: /^Today/ }));
    await person.click(screen.getByRole("button", { name: "More for Wreaths" }));
    await person.click(await screen.findByRole("menuitem", { name: "Move down" }));
    expect(texts()).toEqual(["Cords", "Wreaths"]);
    for (const [line, action] of [
      ["Cords", "Move up"],
      ["Wreaths", "Move down"],
    ] as const) {
      await person.click(screen.getByRole("button", { name: `More for ${line}` }));
      expect(await screen.findByRole("menuitem", { name: action })).toHaveAttribute("aria-disabled", "true");
      await person.keyboard("{Escape}");
    }
    await person.click(
      within(screen.getByRole("region", { name: "Options" })).getByRole("button", { name: /^Add/ }),
    );
    await person.keyboard("Timer{Tab}{Tab}{Tab}40");
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      note: "As we said.",
      validUntil: easternToday(),
      lines: [{ text: "Cords" }, { text: "Wreaths" }, { text: "Timer", unitPrice: "40", optional: true }],
    });
  });

  it("can undo discarding changes, and asks before leaving with unsaved ones", async () => {
    const { person, router } = await openProposal(written);
    await person.type(rowOf("Cords").getByLabelText("Line"), "!{Backspace}");
    expect(screen.queryByText("· Unsaved changes")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Save draft" })).toHaveAttribute("aria-disabled", "true");
    await person.type(rowOf("Cords").getByLabelText("Line"), "!");
    await person.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(texts()).toEqual(["Wreaths", "Cords"]);
    await person.click(await screen.findByRole("button", { name: "Undo" }));
    expect(texts()).toEqual(["Wreaths", "Cords!"]);
    const at = router.state.location.search;
    await person.click(screen.getByRole("link", { name: "Quote Management" }));
    await person.click(await screen.findByRole("button", { name: "Keep writing" }));
    expect(router.state.location.search).toBe(at);
    await person.click(screen.getByRole("link", { name: "Quote Management" }));
    await person.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.search).not.toBe(at));
  });

  it.each<[string, Partial<DeskQuoteDetails>]>([
    ["Draft, not sent yet", {}],
    ["Sent", { status: "reviewed" }],
    ["Revision 2, sent", { status: "reviewed", revision: 2 }],
    ["Accepted by Eleanor Hayes on Fri, Nov 20", { status: "approved", acceptance: aYes("235.00") }],
    ["Complete", { status: "complete" }],
  ])("shows its state: %s", async (words, changes) => {
    await openProposal({ ...written, ...changes });
    const heading = screen.getByRole("heading", { name: "Proposal for Eleanor Hayes" });
    expect(heading.parentElement).toHaveTextContent(new RegExp(`· ${words}(Good|$)`));
  });

  it("inserts a usual line with a tap, and closes the list when the field is left and with Escape", async () => {
    const { person } = await openProposal();
    await person.type(screen.getByLabelText("Line"), "pat");
    await screen.findByRole("listbox", { name: "Usual lines" });
    await person.tab();
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    await person.keyboard("3");
    await person.click(screen.getByRole("button", { name: "More for pat" }));
    const save = await screen.findByRole("menuitem", { name: "Save as a usual line" });
    expect(save, "it has no price").toHaveAttribute("aria-disabled", "true");
    await person.keyboard("{Escape}");
    await person.type(screen.getByLabelText("Line"), "i{Backspace}");
    await screen.findByRole("listbox", { name: "Usual lines" });
    await person.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Proposal for Eleanor Hayes" })).toBeVisible();
    await person.type(screen.getByLabelText("Line"), "i");
    await person.click(await screen.findByRole("option", { name: /^String for the patio/ }));
    expect(texts()).toEqual(["String for the patio"]);
    expect(rowOf("String for the patio").getByLabelText("Unit price")).toHaveValue("5.255");
    expect(rowOf("String for the patio").getByLabelText("Quantity")).toHaveValue("3");
    await person.type(screen.getByLabelText("Line"), "{Backspace}");
    expect(screen.queryByRole("listbox"), "it has a price").not.toBeInTheDocument();
  });

  it("shows an error when saving it or a usual line fails", async () => {
    const { person, served } = await openProposal(written);
    const refuse = () => HttpResponse.json({ message: "The database is away." }, { status: 503 });
    server.use(http.put("/api/quotes/:id/lines", refuse), http.post("/api/price-list", refuse));
    await person.type(rowOf("Cords").getByLabelText("Line"), "!");
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Couldn't save it")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "More for Wreaths" }));
    await person.click(await screen.findByRole("menuitem", { name: "Save as a usual line" }));
    expect(await screen.findByText("Couldn't save the usual line")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("The database is away.");
    serveWrite("put", "/api/quotes/:id/lines", () => saved(served.quote));
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(screen.queryByText("The database is away.")).not.toBeInTheDocument();
  });

  it("can start from the estimate, last season's lines or usual lines", async () => {
    const line = { quantity: "1.00", unit: "flat", unitPrice: "599.000", optional: false, choice: null };
    const estimate = ["Premium Installation", "House front"].map((text) => ({
      ...line,
      text,
      suggested: false,
    }));
    const lastSeason = { year: 2025, lines: [{ ...line, text: "Roofline", suggested: false }] };
    const { person } = await openProposal({}, { estimate, lastSeason });
    await person.click(await screen.findByRole("button", { name: "Start from the estimate" }));
    expect(await screen.findByText("2 lines added from the estimate")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Copy from 2025" }));
    expect(await screen.findByText("1 line added from season 2025")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Usual lines" }));
    await person.click(await screen.findByRole("button", { name: /^Add String for the patio/ }));
    expect(texts()).toEqual(["Premium Installation", "House front", "Roofline", "String for the patio"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const usual = rowOf("String for the patio");
    expect(usual.getByLabelText("Quantity")).toHaveValue("1");
    expect(usual.getByLabelText("Unit")).toHaveValue("ft");
    expect(usual.getByLabelText("Amount")).toHaveTextContent("5.26");
    await person.click(screen.getByRole("button", { name: "Usual lines" }));
    await screen.findByRole("dialog", { name: "Usual lines" });
    await escapeDialog(person);
  });

  it("needs a line with a price before it is sent, but not to save a draft", async () => {
    const { person, served } = await openProposal();
    const sent = serveWrite("put", "/api/quotes/:id/lines", ({ note }) =>
      saved(served.quote, { note: note as string }),
    );
    await person.click(screen.getByRole("button", { name: "Send quote" }));
    expect(await screen.findByText("Add a line first")).toBeVisible();
    expect(sent).toEqual([]);
    expect(preview().queryByRole("link", { name: "Open as a PDF" })).toBeNull();
    await person.type(screen.getByLabelText(/^Note to Eleanor/), "Soon.");
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(sent.map(({ body }) => body.lines)).toEqual([[]]);
    await person.click(screen.getByLabelText("Line"));
    await person.paste("Path\n lights");
    expect(screen.queryByText(/^Enter a price up to/)).not.toBeInTheDocument();
    // Ctrl+Enter sends the quote instead of inserting the suggestion.
    await screen.findByRole("listbox", { name: "Usual lines" });
    await person.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText(/^Enter a price up to/)).toBeVisible();
    expect(texts()).toEqual(["Path lights"]);
    expect(sent).toHaveLength(1);
  });

  it("is sent as a new version when the customer already has a price", async () => {
    const { person, served, router } = await openProposal({ ...written, status: "reviewed" });
    const sent = serveWrite("put", "/api/quotes/:id/lines", () =>
      saved(served.quote, { quoteAmount: "255.00", status: "reviewed" }),
    );
    expect(screen.queryByRole("button", { name: "Save draft" })).not.toBeInTheDocument();
    await person.click(rowOf("Cords").getByLabelText("Unit price"));
    await person.keyboard("{Control>}{Enter}{Enter}{/Control}"); // there are no changes
    await person.click(screen.getByLabelText("Good through"));
    await person.click(await screen.findByRole("button", { name: /December 20, 2026, selected$/ }));
    await person.clear(rowOf("Cords").getByLabelText("Unit price"));
    await person.type(rowOf("Cords").getByLabelText("Unit price"), "65");
    await person.click(screen.getByRole("button", { name: "Send new version" }));
    expect(
      await screen.findByText("Eleanor gets the new version by email in ten minutes. Change it until then."),
    ).toBeVisible();
    expect(sent.map(({ body }) => body.validUntil)).toEqual([null]);
    await waitFor(() =>
      expect(router.state.location.search).toBe(`?tab=quotes&q=${id.slice(-8)}&open=${id}`),
    );
  });

  it("is sent once: first the lines, then the status", async () => {
    const { person, served, router } = await openProposal(written);
    const order: string[] = [];
    serveWrite("put", "/api/quotes/:id/lines", () => {
      order.push("lines");
      served.quote = { ...served.quote, updatedAt: "2026-11-22T12:00:00Z" };
      return HttpResponse.json(served.quote);
    });
    const told = serveWrite("patch", "/api/quotes/:id", () => {
      order.push("status");
      served.quote = { ...served.quote, status: "reviewed" };
      return HttpResponse.json(served.quote);
    });
    await person.click(rowOf("Cords").getByLabelText("Unit price"));
    await person.keyboard("50{Control>}{Enter}{Enter}{/Control}");
    expect(await screen.findByText("Sent. Eleanor can now accept or decline $235.00.")).toBeVisible();
    expect(order).toEqual(["lines", "status"]);
    expect(told[0]?.body).toEqual({ status: "reviewed", updatedAt: "2026-11-22T12:00:00Z" });
    // It is left without a question, and the draft is gone.
    await waitFor(() =>
      expect(router.state.location.search).toBe(`?tab=quotes&q=${id.slice(-8)}&open=${id}`),
    );
    expect(sessionStorage).toHaveLength(0);
  });

  it("is sent with ⌘+Enter, too, but not from a dialog that is open over it", async () => {
    const { person, served } = await openProposal(written);
    const sent = serveWrite("put", "/api/quotes/:id/lines", () => saved(served.quote));
    serveWrite("patch", "/api/quotes/:id", () => HttpResponse.json({ ...served.quote, status: "reviewed" }));
    await person.click(screen.getByRole("button", { name: "Usual lines" }));
    await person.click(await screen.findByRole("button", { name: "New usual line" }));
    await person.keyboard("{Control>}{Enter}{/Control}");
    expect(sent).toEqual([]);
    await escapeDialog(person);
    expect(screen.getByRole("heading", { name: "Proposal for Eleanor Hayes" })).toBeVisible();
    await person.click(rowOf("Cords").getByLabelText("Unit price"));
    await person.keyboard("{Meta>}{Enter}{/Meta}");
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it.each([
    ["its first line if it is new, on a wide screen", {}, true, "Line"],
    ["its heading if it is new, on a narrow screen", {}, false, null],
    ["its heading if it has lines, on a wide screen", written, true, null],
  ])("focuses %s", async (_, changes, isWide, label) => {
    const media = { matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    const asked = vi.spyOn(window, "matchMedia").mockReturnValue(media as unknown as MediaQueryList);
    await openProposal(changes);
    const heading = screen.getByRole("heading", { name: "Proposal for Eleanor Hayes" });
    await waitFor(() => expect(label ? screen.getByLabelText(label) : heading).toHaveFocus());
    expect(asked).toHaveBeenCalledWith("(min-width: 64rem)");
  });

  it("is reordered by dragging a line over another one of its group", async () => {
    const { person } = await openProposal(written);
    const under = vi.fn<() => Element | null>();
    vi.stubGlobal("document", Object.assign(document, { elementFromPoint: under }));
    const [grip] = document.querySelectorAll<HTMLElement>(".ledger-grip");
    const captured = new Set<number>();
    Object.assign(grip as HTMLElement, {
      setPointerCapture: (pointer: number) => captured.add(pointer),
      hasPointerCapture: (pointer: number) => captured.has(pointer),
    });
    const move = (to: Element | null) => {
      under.mockReturnValue(to);
      fireEvent.pointerMove(grip as HTMLElement, { pointerId: 1 });
    };
    const cords = screen.getByRole("group", { name: "Cords" });
    move(cords);
    expect(texts(), "it was not pressed").toEqual(["Wreaths", "Cords"]);
    expect(fireEvent.pointerDown(grip as HTMLElement, { pointerId: 1 })).toBe(false);
    for (const to of [null, screen.getByRole("region", { name: "Options" }), grip as HTMLElement]) move(to);
    expect(texts()).toEqual(["Wreaths", "Cords"]);
    move(within(cords).getByLabelText("Quantity"));
    expect(texts()).toEqual(["Cords", "Wreaths"]);
    await person.click(screen.getByRole("button", { name: "Discard changes" }));
  });

  it("scrolls its preview, and nothing else, to the line that is being edited", async () => {
    const { person } = await openProposal(written);
    const region = screen.getByRole("region", { name: "What Eleanor sees" });
    // The region's frame is from 200 to 600; each line is 100 px high.
    let place = 450;
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      if (this === region) return new DOMRect(0, 200, 100, 400);
      return new DOMRect(0, 200 + place - region.scrollTop, 100, 100);
    });
    region.scrollTop = 500;
    await person.click(rowOf("Cords").getByLabelText("Line"));
    expect(region.querySelector("[data-edited]")).toHaveTextContent("Cords");
    expect(region.scrollTop, "it was 50 px above").toBe(500 - 50 - 24);
    place = 756;
    await person.click(rowOf("Wreaths").getByLabelText("Line"));
    expect(region.querySelector("[data-edited]")).toHaveTextContent("Wreaths");
    expect(region.scrollTop, "it was 30 px below").toBe(426 + 30 + 24);
    place = 480;
    await person.click(rowOf("Cords").getByLabelText("Line"));
    expect(region.scrollTop, "it was in view").toBe(480);
  });

  it("shows its lines or its preview on narrow screens", async () => {
    const { person } = await openProposal(written);
    const split = screen.getByRole("region", { name: "What Eleanor sees" }).parentElement;
    expect(split).toHaveAttribute("data-view", "lines");
    await person.click(screen.getByRole("radio", { name: "Preview" }));
    expect(split).toHaveAttribute("data-view", "preview");
    await person.click(screen.getByRole("radio", { name: "Lines" }));
    expect(split).toHaveAttribute("data-view", "lines");
  });

  it("saves a usual line once, although the first response was lost", async () => {
    const { person } = await openProposal(written);
    let isLost = true;
    const sent = serveWrite("post", "/api/price-list", (body) =>
      isLost ? HttpResponse.error() : HttpResponse.json({ id: "c", ...body }),
    );
    const save = async (text: string) => {
      await person.click(screen.getByRole("button", { name: `More for ${text}` }));
      await person.click(await screen.findByRole("menuitem", { name: "Save as a usual line" }));
    };
    await save("Wreaths");
    expect(await screen.findByText("Couldn't save the usual line")).toBeVisible();
    isLost = false;
    await save("Wreaths");
    expect(await screen.findByText("Usual line saved")).toBeVisible();
    expect(new Set(sent.map(({ key }) => key)).size, "the same request").toBe(1);
    await person.type(rowOf("Wreaths").getByLabelText("Line"), "!");
    await save("Wreaths!");
    await waitFor(() => expect(new Set(sent.map(({ key }) => key)).size, "another line").toBe(2));
    expect(sent.at(-1)?.body).toEqual({ text: "Wreaths!", unit: "piece", unitPrice: "38.00" });
  });

  it("focuses and describes the first problem, without sending anything", async () => {
    const { person } = await openProposal(written);
    const sent = serveWrite("put", "/api/quotes/:id/lines", () => HttpResponse.json({}));
    await person.clear(rowOf("Wreaths").getByLabelText("Quantity"));
    await person.click(screen.getByRole("button", { name: "Send quote" }));
    const cell = rowOf("Wreaths").getByLabelText("Quantity");
    expect(cell).toHaveAccessibleDescription("Enter a quantity from 0.01 to 99,999.99");
    await waitFor(() => expect(cell).toHaveFocus());
    await person.keyboard("6");
    expect(cell).not.toHaveAttribute("aria-invalid");
    await person.click(screen.getByRole("button", { name: "Let the customer pick one of several" }));
    const name = screen.getByLabelText("Name of this choice");
    await person.type(screen.getAllByLabelText("Line")[0] as HTMLElement, "Small");
    await person.click(screen.getByRole("button", { name: "Send quote" }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/^Name this choice/));
    await waitFor(() => expect(name).toHaveFocus());
    expect(sent).toHaveLength(0);
  });

  it("keeps the typed changes when someone else saved first, and shows theirs", async () => {
    const { person, served } = await openProposal(written);
    const sent = serveWrite("put", "/api/quotes/:id/lines", ({ updatedAt }) => {
      if (updatedAt !== served.quote.updatedAt)
        return HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 });
      return saved(served.quote);
    });
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    served.quote = {
      ...served.quote,
      updatedAt: "2026-11-22T11:00:00Z",
      lines: [{ ...wreaths, quantity: "6.00", amount: "228.00" }],
      validUntil: null,
      note: "As we said.",
    };
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    const note = (await screen.findByText(/just updated this/)).closest("[role=alert]");
    expect(note).toHaveTextContent(
      "Wreaths, 5 pieces at $38.00, $190.00, our cost $85.00 → Wreaths, 6 pieces at $38.00, $228.00, our cost $85.00",
    );
    expect(note).toHaveTextContent("Cords, $45.00 → deleted");
    expect(note).toHaveTextContent("Good through: Dec 20, 2026 → no end");
    expect(note).toHaveTextContent("Note: none → As we said.");
    await person.type(rowOf("Cords, long").getByLabelText("Line"), "er");
    expect(screen.getByText(/just updated this/)).toBeVisible(); // until it is saved or discarded
    expect(texts()).toEqual(["Wreaths", "Cords, longer"]);
    served.quote = { ...served.quote, updatedAt: "2026-11-22T11:30:00Z" }; // a comment, which changes none of it
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(sent.at(-1)?.body).toMatchObject({
      updatedAt: "2026-11-22T11:30:00Z",
      lines: [{ quantity: "5" }, { text: "Cords, longer" }],
    });
    expect(screen.queryByText(/just updated this/)).toBeNull();
  });

  type Lines = DeskQuoteDetails["lines"];
  const choice = "Power";
  it.each<[string, Lines, Lines, string[]]>([
    [
      "a cost",
      [wreaths, cords],
      [wreaths, { ...cords, cost: "12.50" }],
      ["Line: Cords, $45.00 → Cords, $45.00, our cost $12.50"],
    ],
    ["the order", [wreaths, cords], [cords, wreaths], ["Order: Wreaths, Cords → Cords, Wreaths"]],
    [
      "a suggestion",
      [
        { ...cords, choice, suggested: true },
        { ...cords, id: "battery", text: "Battery", choice },
      ],
      [
        { ...cords, choice },
        { ...cords, id: "battery", text: "Battery", choice, suggested: true },
      ],
      [
        "Line: Cords, $45.00, Power, suggested → Cords, $45.00, Power",
        "Line: Battery, $45.00, Power → Battery, $45.00, Power, suggested",
      ],
    ],
  ])(
    "shows that someone else changed only %s before it is saved over it",
    async (_, lines, theirs, words) => {
      const { person, served } = await openProposal({ ...written, lines });
      server.use(
        http.put("/api/quotes/:id/lines", () => HttpResponse.json({ message: "No" }, { status: 409 })),
      );
      await person.type(screen.getByLabelText(/^Note to/), "Soon");
      served.quote = { ...served.quote, updatedAt: "2026-11-22T11:00:00Z", lines: theirs };
      await person.click(screen.getByRole("button", { name: "Save draft" }));
      const note = (await screen.findByText(/just updated this/)).closest("[role=alert]") as HTMLElement;
      const shown = within(note).getAllByRole("listitem");
      expect(shown.map(({ textContent }) => textContent)).toEqual(words);
    },
  );

  it("can discard its changes in favor of someone else's", async () => {
    const { person, served } = await openProposal(written);
    server.use(
      http.put("/api/quotes/:id/lines", () => HttpResponse.json({ message: "No" }, { status: 409 })),
    );
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    served.quote = { ...served.quote, updatedAt: "2026-11-22T11:00:00Z", lines: [wreaths] };
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    const discard = await screen.findByRole("button", { name: "Discard my changes" });
    expect(screen.getAllByRole("button", { name: /^Discard/ })).toEqual([discard]);
    await person.click(discard);
    expect(texts()).toEqual(["Wreaths"]);
    expect(screen.queryByText("· Unsaved changes")).not.toBeInTheDocument();
  });

  it("keeps what is typed while it is being saved, for the next save", async () => {
    const { person, served } = await openProposal(written);
    const { held, release } = hold();
    const sent = serveWrite("put", "/api/quotes/:id/lines", async () => {
      await held;
      served.quote = {
        ...served.quote,
        updatedAt: `2026-11-22T1${sent.length}:00:00Z`,
        lines: [wreaths, { ...cords, text: "Cords, long" }],
      };
      return HttpResponse.json(served.quote);
    });
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await person.type(rowOf("Cords, long").getByLabelText("Line"), " ones");
    expect(screen.getByRole("button", { name: "Saving..." })).toBeVisible();
    expect(screen.getByRole("button", { name: "Send quote" })).toBeVisible();
    release();
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(texts()).toEqual(["Wreaths", "Cords, long ones"]);
    expect(screen.getByText("· Unsaved changes")).toBeVisible();
    expect(screen.queryByText(/just updated this/)).toBeNull();
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({
      updatedAt: "2026-11-22T11:00:00Z",
      lines: [{ text: "Wreaths" }, { text: "Cords, long ones" }],
    });
  });

  it("is saved although a comment has arrived since it was opened", async () => {
    const { person, served } = await openProposal(written);
    const sent = serveWrite("put", "/api/quotes/:id/lines", ({ updatedAt }) =>
      updatedAt === served.quote.updatedAt
        ? saved(served.quote)
        : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    );
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    served.quote = { ...served.quote, updatedAt: "2026-11-22T11:00:00Z" };
    await person.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Draft saved")).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it.each([
    ["Save draft", "quoting", "Draft saved"],
    ["Save draft", "reviewed", "Update Failed"], // a colleague has sent it
    ["Send quote", "quoting", "Quote Updated"],
    ["Send quote", "reviewed", "Quote Updated"],
  ] as const)("is not saved again by %s if it was stored as %s and the response was lost", async (...row) => {
    const [button, status, title] = row;
    const { person, served } = await openProposal(written);
    const statuses = serveWrite("patch", "/api/quotes/:id", ({ status }) => {
      served.quote = { ...served.quote, status: status as typeof served.quote.status };
      return HttpResponse.json(served.quote);
    });
    const sent = serveWrite("put", "/api/quotes/:id/lines", () => {
      if (sent.length > 1) return HttpResponse.json({ message: "Someone else did." }, { status: 409 });
      const lines = [wreaths, { ...cords, id: "given by the server", text: "Cords, long" }];
      served.quote = { ...served.quote, status, lines, updatedAt: "2026-11-22T11:00:00Z" };
      return HttpResponse.error();
    });
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    await person.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText(/^We don't know whether it was saved/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(statuses).toHaveLength(button === "Send quote" && status === "quoting" ? 1 : 0);
  });

  it("keeps unsaved lines for a reload, unless the lines are final by then", async () => {
    const { person, router, unmount } = await openProposal(written);
    await person.type(rowOf("Cords").getByLabelText("Line"), ", long");
    expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(false);
    await person.keyboard("{Escape}");
    const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await person.click(within(question).getByRole("button", { name: "Keep writing" }));
    expect(router.state.location.search).toContain("proposal=");
    unmount();

    const settled = await openProposal({ ...written, status: "complete" });
    expect(screen.getByText(/What you typed was not saved\./)).toBeVisible();
    settled.unmount();

    const again = await openProposal(written);
    expect(texts()).toEqual(["Wreaths", "Cords, long"]);
    expect(screen.getByText("· Unsaved changes")).toBeVisible();
    await again.person.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(texts()).toEqual(["Wreaths", "Cords"]);
    expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(true);
    await again.person.click(screen.getByRole("link", { name: "Quote Management" }));
    await waitFor(() =>
      expect(again.router.state.location.search).toBe(`?tab=quotes&q=${id.slice(-8)}&open=${id}`),
    );
  });

  it("has no unsaved changes once what was typed is deleted again", async () => {
    const { person, unmount } = await openProposal(written);
    await person.type(screen.getByLabelText(/^Note to/), "So");
    expect(sessionStorage).toHaveLength(1);
    await person.keyboard("{Backspace}{Backspace}");
    expect(sessionStorage).toHaveLength(0);
    unmount();
    await openProposal({ ...written, status: "complete" });
    expect(screen.queryByText(/What you typed was not saved\./)).not.toBeInTheDocument();
  });

  it.each(["quoting", "reviewed"] as const)(
    "keeps a named choice without lines, and says that it needs some (%s)",
    async (status) => {
      const { person } = await openProposal({ ...written, status });
      const sent = serveWrite("put", "/api/quotes/:id/lines", () => HttpResponse.json({}));
      await person.click(screen.getByRole("button", { name: "Let the customer pick one of several" }));
      await person.type(screen.getByLabelText("Name of this choice"), "Bulbs");
      await person.keyboard("{Control>}{Enter}{/Control}");
      expect(await screen.findByText("A choice needs at least two lines")).toBeVisible();
      expect(sent).toEqual([]);
      expect(sessionStorage).toHaveLength(1);
    },
  );

  it("has its own lines when someone goes from one proposal to another", async () => {
    const { person, router } = await openProposal(written);
    const other = aDeskQuoteInDetail({ ...written, id: "q2", lines: [wreaths], fullName: "Ben Bow" });
    server.use(http.get("/api/quotes/q2", () => HttpResponse.json(other)));
    await act(() => router.navigate("?tab=quotes&proposal=q2"));
    await screen.findByRole("region", { name: "What Ben sees" });
    await person.type(rowOf("Wreaths").getByLabelText("Line"), ", Ben's");
    await act(() => router.navigate(-1));
    await person.click(await screen.findByRole("button", { name: "Leave" }));
    await screen.findByRole("region", { name: "What Eleanor sees" });
    expect(texts()).toEqual(["Wreaths", "Cords"]);
    expect(screen.queryByText("· Unsaved changes")).not.toBeInTheDocument();
  });

  it("asks before it replaces an accepted proposal", async () => {
    const { person } = await openProposal({
      ...written,
      status: "approved",
      deposit: { percent: 0, credit: "0.00" },
      acceptance: {
        acceptedBy: "Eleanor Hayes",
        channel: "phone",
        acceptedAt: "2026-11-20T15:00:00Z",
        quoteAmount: "235.00",
        revision: 1,
        terms: { version: 1, sentences: [] },
      },
    });
    const sent = serveWrite("put", "/api/quotes/:id/lines", () =>
      HttpResponse.json({ message: "No" }, { status: 500 }),
    );
    const send = screen.getByRole("button", { name: "Send new version" });
    expect(send).toHaveAttribute("aria-disabled", "true");
    await person.clear(rowOf("Cords").getByLabelText("Quantity"));
    await person.click(send);
    expect(rowOf("Cords").getByLabelText("Quantity")).toBeInvalid();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    await person.type(rowOf("Cords").getByLabelText("Quantity"), "1");
    await person.type(rowOf("Cords").getByLabelText("Line"), "!");
    await person.click(send);
    await screen.findByRole("alertdialog", { name: "Ask Eleanor to accept again?" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await person.click(send);
    const question = await screen.findByRole("alertdialog", { name: "Ask Eleanor to accept again?" });
    expect(question).toHaveTextContent("Eleanor Hayes accepted $235.00 on Fri, Nov 20.");
    expect(question).toHaveTextContent("The next yes creates no invoice");
    expect(sent).toHaveLength(0);
    await person.click(within(question).getByRole("button", { name: "Send new version" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(texts()).toEqual(["Wreaths", "Cords!"]);
  });
});

it("is no draft if the office set it to Approved without an acceptance", async () => {
  await openProposal({ ...written, status: "approved" });
  expect(screen.getByText("· Approved")).toBeVisible();
  expect(screen.getByRole("button", { name: "Send new version" })).toBeVisible();
});

describe("a proposal whose lines are final", () => {
  it.each([
    ["service_scheduled", /The work is scheduled, so these lines can't change\. Create an invoice/, true],
    ["complete", /The work is done, so these lines can't change/, true],
    ["rejected", /This quote is rejected, so its lines can't change\. Set it back to Quoting/, false],
  ] as const)("is read-only when %s, with the reason", async (status, reason, hasInvoice) => {
    const { person } = await openProposal({ ...written, status });
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByText("Price").nextSibling).toHaveTextContent("$235.00");
    expect(screen.queryByText(/What you typed was not saved/)).not.toBeInTheDocument();
    expect(preview().getByText("Cords")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Proposal for Eleanor Hayes" })).toHaveFocus();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Send/ })).toBeNull();
    const invoice = screen.queryAllByRole("button", { name: "Draft invoice" });
    expect(invoice).toHaveLength(hasInvoice ? 1 : 0);
    if (!invoice[0]) return;
    server.use(http.get("/api/quotes/:id/billed", () => new HttpResponse(null, { status: 500 })));
    await person.click(invoice[0]);
    await screen.findByRole("dialog", { name: "Draft an invoice" });
    await escapeDialog(person);
  });

  it.each([
    ["the customer's choices after an acceptance", true, "Warm white", "Accepted"],
    ["the suggested choices without an acceptance", false, "Multicolor", "Price"],
  ])("shows %s", async (_, isAccepted, picked, label) => {
    const choice = { choice: "Bulbs", quantity: "1.00", unit: "flat" as const };
    await openProposal({
      ...written,
      status: isAccepted ? "service_scheduled" : "rejected",
      lines: [
        aLine({ ...choice, text: "Warm white", chosen: isAccepted }),
        aLine({ ...choice, text: "Multicolor", suggested: true }),
        aLine({ text: "Garland", optional: true, chosen: isAccepted }),
      ],
      acceptance: isAccepted ? { ...aYes("235.00"), acceptedBy: "Eleanor Hayes" } : null,
    });
    expect(preview().getByRole("radio", { checked: true })).toHaveAccessibleName(new RegExp(picked));
    const garland = preview().getByRole("checkbox", { name: /Garland/ });
    expect((garland as HTMLInputElement).checked).toBe(isAccepted);
    expect(preview().getByText(label).nextSibling).toHaveTextContent("$235.00");
  });
});

it.each<[Partial<DeskQuoteDetails>, boolean]>([
  [{ status: "reviewed" }, true],
  [{ revision: 2 }, true],
  [{ lines: [wreaths] }, true],
  [{ validUntil: null }, true],
  [{ note: "As we said." }, true],
  [{ updatedAt: "2026-11-22T11:00:00Z", comments: "A comment" }, false],
])("%j is another version of the proposal: %s", (changes, isOther) => {
  const quote = aDeskQuoteInDetail(written);
  expect(versionOf({ ...quote, ...changes }) !== versionOf(quote)).toBe(isOther);
});
