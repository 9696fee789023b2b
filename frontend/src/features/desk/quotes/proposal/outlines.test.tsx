import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { DeskQuoteDetails } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aLook, aYes } from "~/test/rows";
import { server } from "~/test/server";
import { aDeskQuoteInDetail, loaded, serveList, serveWrite } from "../../test-desk";
import ProposalEditor from "./proposal-editor";

const id = aDeskQuoteInDetail().id;

beforeEach(() => void vi.setSystemTime("2026-11-20T15:00:00Z"));

const lineOf = (number: number, changes: Partial<DeskQuoteDetails["lines"][number]>) => ({
  id: `0198a000-0000-7000-8000-0000000000${String(number).padStart(2, "0")}`,
  text: "Wreaths",
  quantity: "5.00",
  unit: "piece" as const,
  unitPrice: "38.000",
  amount: "190.00",
  optional: false,
  choice: null,
  suggested: false,
  chosen: false,
  cost: null,
  ...changes,
});
const flat = { quantity: "1.00", unit: "flat" } as const;
const bulbs = { ...flat, choice: "Bulbs" };
const lines = [
  lineOf(1, { ...bulbs, text: "Warm white", unitPrice: "1246.000", amount: "1246.00", suggested: true }),
  lineOf(2, { ...bulbs, text: "Multicolor", unitPrice: "1100.000", amount: "1100.00", cost: "500.00" }),
  lineOf(3, { cost: "85.00" }),
  lineOf(4, { text: "String", quantity: "12.50", unit: "ft", unitPrice: "5.255", amount: "65.69" }),
  lineOf(5, { ...flat, text: "Neighbor discount", unitPrice: "-9.050", amount: "-9.05" }),
  lineOf(6, {
    ...flat,
    text: "Garland",
    unitPrice: "90.000",
    amount: "90.00",
    optional: true,
    cost: "30.00",
  }),
];
const written: Partial<DeskQuoteDetails> = {
  status: "quoting",
  lines,
  hasLines: true,
  revision: 1,
  quoteAmount: "1492.64",
  validUntil: "2026-12-20",
  note: "As we said.",
};
const usual = [
  { id: "a", text: "Path lights along the walkway", unit: "piece", unitPrice: "14.00" },
  { id: "b", text: "String for the patio", unit: "ft", unitPrice: "5.255" },
  { id: "c", text: "Labor", unit: "hour", unitPrice: "60.00" },
  { id: "d", text: "Lift", unit: "flat", unitPrice: "1250.00" },
];
const sources = {
  estimate: [lineOf(7, { text: "Front" })],
  lastSeason: { year: 2025, lines: [lineOf(8, {})] },
};

function serve(changes: Partial<DeskQuoteDetails>) {
  const served = { quote: aDeskQuoteInDetail(changes) };
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(served.quote)),
    http.get("/api/quotes/:id/line-sources", () => HttpResponse.json(sources)),
    http.get("/api/price-list", () => HttpResponse.json(usual)),
  );
  serveList("/api/quotes/:id/history", []);
  return served;
}

async function openProposal(changes: Partial<DeskQuoteDetails> = {}) {
  const served = serve(changes);
  const page = renderAt(`/admin?tab=quotes&proposal=${id}`, <ProposalEditor />);
  await screen.findByRole("region", { name: "What Eleanor sees" });
  await screen.findByRole("button", { name: "Copy from 2025" });
  return { ...page, served };
}

const editor = () => outline(document.querySelector(".proposal-split")?.parentElement as HTMLElement);
const group = (name: string) => screen.getByRole("group", { name });
const cellOf = (line: string, cell: string) => within(group(line)).getByLabelText(cell);

it("a new proposal", async () => {
  await openProposal({ streetAddress: "", note: "" });
  expect(editor()).toMatchSnapshot();
});

it("a proposal with a choice, a discount, options and costs", async () => {
  await openProposal({ ...written, look: aLook() });
  expect(editor()).toMatchSnapshot();
  // Seen over the lines, while screen readers have a name in each cell.
  expect(outline(document.querySelector(".ledger-head") as HTMLElement)).toMatchSnapshot("head");
});

it("the editor while the quote loads and when that fails", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/quotes/:id", () => held.then(() => new HttpResponse(null, { status: 500 }))));
  renderAt(`/admin?tab=quotes&proposal=${id}`, <ProposalEditor />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load this quote");
  expect(outline()).toMatchSnapshot("failed");
});

it.each<[string, Partial<DeskQuoteDetails>]>([
  ["without lines", {}],
  ["draft", { hasLines: true, lines }],
  ["draft that was opened before", { ...written, status: "pending" }],
  ["sent", { ...written, status: "reviewed" }],
  ["second version, sent", { ...written, status: "reviewed", revision: 2 }],
  [
    "accepted",
    { ...written, status: "approved", acceptance: { ...aYes("742.00"), acceptedBy: "Sam Hayes" } },
  ],
])("the heading and the buttons of a proposal: %s", async (_, changes) => {
  await openProposal(changes);
  const foot = document.querySelector(".proposal-foot") as HTMLElement;
  expect(outline(document.querySelector("header p") as HTMLElement)).toMatchSnapshot("state");
  expect(outline(foot)).toMatchSnapshot("foot");
});

it.each<[string, Partial<DeskQuoteDetails>]>([
  ["declined", { ...written, status: "rejected" }],
  [
    "scheduled",
    {
      ...written,
      status: "service_scheduled",
      look: aLook(),
      acceptance: { ...aYes("1582.64"), acceptedBy: "Sam Hayes" },
      quoteAmount: "1582.64",
      lines: lines.map((line) => ({ ...line, chosen: ["Multicolor", "Garland"].includes(line.text) })),
    },
  ],
  [
    "done, without lines and price",
    { status: "complete", hasLines: false, quoteAmount: null, streetAddress: "" },
  ],
])("a proposal that can't be changed: %s", async (_, changes) => {
  serve(changes);
  renderAt(`/admin?tab=quotes&proposal=${id}`, <ProposalEditor />);
  await screen.findByRole("heading", { name: "Proposal for Eleanor Hayes" });
  expect(editor()).toMatchSnapshot();
});

it("suggestions of usual lines: several, one and none", async () => {
  const { person } = await openProposal();
  const field = screen.getByLabelText("Line");
  const optionOf = () => document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  expect(field).not.toHaveAttribute("aria-activedescendant");
  await person.type(field, "p");
  const list = await screen.findByRole("listbox", { name: "Usual lines" });
  expect(outline(group("p"))).toMatchSnapshot("several");
  expect(field).toHaveAttribute("aria-controls", list.id);
  expect(optionOf()).toHaveTextContent(/^Path lights/);
  await person.keyboard("{ArrowDown}");
  expect(optionOf()).toHaveTextContent(/^String/);
  expect(optionOf()).toHaveAttribute("aria-selected", "true");
  await person.keyboard("{ArrowDown}");
  expect(optionOf()).toHaveTextContent(/^Path lights/);
  await person.keyboard("ath");
  expect(outline(group("path"))).toMatchSnapshot("one");
  expect(within(list).getAllByRole("option")).toEqual([optionOf()]);
  expect(within(list).getByText("Path").tagName).toBe("MARK");
  await person.keyboard("x");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field).not.toHaveAttribute("aria-activedescendant");
  expect(field).not.toHaveAttribute("aria-controls");
  expect(screen.queryByText(/usual lines?, press Enter/)).not.toBeInTheDocument();
  // A line with a price is finished, so nothing is suggested for it.
  await person.type(screen.getByLabelText("Unit price"), "5");
  await person.clear(field);
  await person.type(field, "path");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

it("problems of the lines and the choices, each next to its field", async () => {
  const { person } = await openProposal(written);
  const retype = async (line: string, cell: string, text: string) => {
    await person.clear(cellOf(line, cell));
    if (text) await person.type(cellOf(line, cell), text);
  };
  await person.clear(screen.getByLabelText("Name of this choice"));
  await retype("Wreaths", "Quantity", "0");
  await retype("String", "Unit price", "1.2345");
  await retype("Neighbor discount", "Quantity", "2");
  await retype("Garland", "Our cost", "12x");
  await retype("Multicolor", "Line", "");
  await person.click(screen.getByRole("button", { name: "Send quote" }));
  expect(outline(document.querySelector(".ledger") as HTMLElement)).toMatchSnapshot();
  expect(outline(document.querySelector(".proposal-foot dl") as HTMLElement)).toMatchSnapshot("sums");
  expect(screen.getByLabelText("Name of this choice")).toHaveFocus();
  expect(screen.getByLabelText("Name of this choice")).toHaveAccessibleDescription(/^Name this choice/);
  await person.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(document.querySelector(".ledger [aria-invalid], .ledger-problem")).toBeNull();
  await person.clear(screen.getByLabelText("Name of this choice"));
  expect(document.querySelector(".ledger [aria-invalid], .ledger-problem")).toBeNull();
});

it("a problem of the whole proposal, and a save that failed", async () => {
  const { person } = await openProposal({
    ...written,
    lines: [lineOf(1, { ...flat, text: "Discount", unitPrice: "-10.000", amount: "-10.00" })],
  });
  await person.type(screen.getByLabelText("Note to Eleanor (optional)"), "!");
  await person.click(screen.getByRole("button", { name: "Save draft" }));
  const notices = () => outline(document.querySelector(".proposal-lines")?.firstElementChild ?? undefined);
  expect(notices()).toBe("alert: The discounts are larger than the rest of the price [red]");
  await person.selectOptions(cellOf("Discount", "Unit"), "flat");
  await person.clear(cellOf("Discount", "Unit price"));
  await person.type(cellOf("Discount", "Unit price"), "10");
  const { held, release } = hold();
  serveWrite("put", "/api/quotes/:id/lines", async () => {
    await held;
    return HttpResponse.json({ message: "The quote was deleted." }, { status: 404 });
  });
  await person.click(screen.getByRole("button", { name: "Save draft" }));
  await screen.findByRole("button", { name: "Saving..." });
  expect(notices()).toBe("");
  release();
  expect(await screen.findByText("Couldn't save it")).toBeVisible();
  expect(notices()).toBe("alert: The quote was deleted. [red]");
});

it("someone else's changes: each part with its former value, and who made them", async () => {
  const { person, served } = await openProposal(written);
  server.use(
    http.put("/api/quotes/:id/lines", () =>
      HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    ),
  );
  serveList("/api/quotes/:id/history", [
    { id: "h1", at: "2026-11-20T14:00:00Z", by: "Ada Whitcomb", changes: [] },
  ]);
  await person.type(screen.getByLabelText("Note to Eleanor (optional)"), "!");
  served.quote = {
    ...served.quote,
    updatedAt: "2026-11-20T14:00:00Z",
    status: "reviewed",
    revision: 2,
    note: "",
    validUntil: null,
    lines: [
      ...lines.slice(0, 3),
      lineOf(4, { text: "String", quantity: "10.00", unit: "ft", unitPrice: "5.255", amount: "52.55" }),
      lineOf(6, { ...flat, text: "Garland", unitPrice: "95.000", amount: "95.00", optional: true }),
      lineOf(9, { ...bulbs, text: "Cool white", unitPrice: "1000.000", amount: "1000.00" }),
    ],
  };
  await person.click(screen.getByRole("button", { name: "Save draft" }));
  const note = (await screen.findByText(/Ada Whitcomb changed this/)).closest("[role=alert]") as HTMLElement;
  expect(outline(note)).toMatchSnapshot();
  // The error is not shown twice.
  const notices = note.parentElement as HTMLElement;
  expect(within(notices).getAllByRole("alert")).toEqual([note]);
  expect(screen.getByLabelText("Note to Eleanor (optional)")).toHaveValue("As we said.!");
  await person.click(within(note).getByRole("button", { name: "Discard my changes" }));
  expect(screen.getByLabelText("Note to Eleanor (optional)")).toHaveValue("");
  expect(note).not.toBeInTheDocument();
  // The save that failed is of no interest anymore.
  expect(outline(notices)).toBe("");
});

it("the menu of a line: what is possible there", async () => {
  const { person } = await openProposal(written);
  for (const line of ["Warm white", "Multicolor", "String", "Garland"]) {
    await person.click(screen.getByRole("button", { name: `More for ${line}` }));
    expect(outline(await screen.findByRole("menu"))).toMatchSnapshot(line);
    await person.keyboard("{Escape}");
  }
  await person.clear(screen.getByLabelText("Name of this choice"));
  await person.click(screen.getByRole("button", { name: "Add an option" }));
  await person.click(screen.getByRole("button", { name: "More for this line" }));
  expect(outline(await screen.findByRole("menu"))).toMatchSnapshot("a new line");
});

it("the usual lines and their form", async () => {
  const { person } = await openProposal();
  const open = () => person.click(screen.getByRole("button", { name: "Usual lines" }));
  const dialog = () => outline(screen.getByRole("dialog"));
  await open();
  await screen.findByText("Labor");
  expect(dialog()).toMatchSnapshot("several");
  await person.click(screen.getByRole("button", { name: "Edit Lift" }));
  await screen.findByLabelText("Unit price", { selector: "[name]" });
  expect(dialog()).toMatchSnapshot("form");
  await person.clear(screen.getByLabelText("Line", { selector: "[name]" }));
  await person.clear(screen.getByLabelText("Unit price", { selector: "[name]" }));
  await person.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText(/^Enter a price/);
  expect(dialog()).toMatchSnapshot("errors");
  await person.keyboard("{Escape}");
  await open();
  await person.click(await screen.findByRole("button", { name: "New usual line" }));
  await screen.findByLabelText("Unit price", { selector: "[name]" });
  expect(dialog()).toMatchSnapshot("new");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("dialog", { name: "Usual lines" })).toBeVisible();
});

it("the usual lines while they load, when that fails and without any", async () => {
  const { held, release } = hold();
  serve({});
  let fails = true;
  server.use(
    http.get("/api/price-list", () =>
      held.then(() => (fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]))),
    ),
  );
  const { person } = renderAt(`/admin?tab=quotes&proposal=${id}`, <ProposalEditor />);
  await person.click(await screen.findByRole("button", { name: "Usual lines" }));
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load the usual lines.");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("failed");
  fails = false;
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: "Usual lines" }));
  await screen.findByText(/^Lines you write often/);
  await waitFor(() => expect(screen.queryByText(/couldn't load/)).not.toBeInTheDocument());
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("none");
});

it("the question before an accepted proposal is replaced", async () => {
  const { person } = await openProposal({
    ...written,
    status: "approved",
    acceptance: { ...aYes("742.00"), acceptedBy: "Sam Hayes" },
  });
  await person.type(screen.getByLabelText("Note to Eleanor (optional)"), "!");
  await person.click(screen.getByRole("button", { name: "Send new version" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot();
});

it("the question before unsaved changes are left", async () => {
  const { person } = await openProposal(written);
  await person.type(screen.getByLabelText("Note to Eleanor (optional)"), "!");
  expect(outline(document.querySelector("header p") as HTMLElement)).toMatchSnapshot("state");
  await person.click(screen.getByRole("link", { name: "Quote Management" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("question");
  await loaded();
});
