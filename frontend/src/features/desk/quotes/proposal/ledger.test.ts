import { describe, expect, it } from "vitest";
import { proposalFigures } from "./figures";
import {
  addChoice,
  addLines,
  asNewLedger,
  blankLine,
  changeLine,
  type Ledger,
  type LedgerLine,
  linesBody,
  mergeLedger,
  moveLine,
  placeLine,
  plainNumber,
  priceText,
  readLines,
  removeLine,
  renameChoice,
  type StoredLine,
  shiftLine,
  suggestLine,
} from "./ledger";
import { findProblems } from "./problems";

const stored = (id: string, values: Partial<StoredLine> = {}): StoredLine => ({
  id,
  text: id,
  quantity: "1.00",
  unit: "flat",
  unitPrice: "100.000",
  optional: false,
  choice: null,
  suggested: false,
  cost: null,
  ...values,
});

const sizes = [
  stored("basic", { choice: "Size" }),
  stored("standard", { choice: "Size", suggested: true, cost: "60.00" }),
];
const ledger = readLines([
  ...sizes,
  stored("wreaths", { quantity: "5.00", unit: "piece", unitPrice: "38.000", cost: "85.00" }),
  stored("discount", { unitPrice: "-99.000" }),
  stored("timer", { optional: true, unitPrice: "25.000", cost: "11.00" }),
]);

const texts = (changed: Ledger) => changed.map(({ lines }) => lines.map(({ text }) => text).join(" "));
const included = (values: Partial<LedgerLine>): Ledger => [
  { key: "included", kind: "included", name: "", lines: [blankLine({ key: "a", text: "A", ...values })] },
  { key: "options", kind: "options", name: "", lines: [] },
];

describe("a ledger", () => {
  it("sends the lines unchanged, without blank ones", () => {
    const withBlank = readLines([stored("one"), stored("two", { unitPrice: "4.625" })]).map((group) => ({
      ...group,
      lines: [...group.lines, blankLine()],
    }));
    expect(linesBody(withBlank)).toEqual([
      {
        id: "one",
        text: "one",
        quantity: "1",
        unit: "flat",
        unitPrice: "100.00",
        optional: false,
        suggested: false,
        cost: null,
      },
      {
        id: "two",
        text: "two",
        quantity: "1",
        unit: "flat",
        unitPrice: "4.625",
        optional: false,
        suggested: false,
        cost: null,
      },
    ]);
    expect(
      linesBody(ledger).map(({ optional, ...line }) => [line.id, "choice" in line && line.choice, optional]),
    ).toEqual([
      ["basic", "Size", false],
      ["standard", "Size", false],
      ["wreaths", false, false],
      ["discount", false, false],
      ["timer", false, true],
    ]);
  });

  it.each([
    ["up", shiftLine(ledger, "discount", -1), ["basic standard", "discount wreaths", "timer"]],
    ["down", shiftLine(ledger, "basic", 1), ["standard basic", "wreaths discount", "timer"]],
    ["not beyond its group", shiftLine(ledger, "wreaths", -1), texts(ledger)],
    ["not beyond the end of its group", shiftLine(ledger, "discount", 1), texts(ledger)],
    [
      "up to another one",
      placeLine(ledger, "discount", "wreaths"),
      ["basic standard", "discount wreaths", "timer"],
    ],
    [
      "down to another one",
      placeLine(ledger, "wreaths", "discount"),
      ["basic standard", "discount wreaths", "timer"],
    ],
    ["not into another group by dragging", placeLine(ledger, "wreaths", "timer"), texts(ledger)],
    [
      "to the options",
      moveLine(ledger, "wreaths", "options"),
      ["basic standard", "discount", "timer wreaths"],
    ],
    [
      "out of a choice, which goes with its last line",
      moveLine(removeLine(ledger, "basic"), "standard", "included"),
      ["wreaths discount standard", "timer"],
    ],
  ])("moves a line %s", (_, changed, expected) => {
    expect(texts(changed)).toEqual(expected);
  });

  it("adds lines to one group, after another line or at the end", () => {
    const line = () => [blankLine({ text: "new" })];
    expect(texts(addLines(ledger, line(), "included", "wreaths"))[1]).toBe("wreaths new discount");
    expect(texts(addLines(ledger, line(), "included"))).toEqual([
      "basic standard",
      "wreaths discount new",
      "timer",
    ]);
  });

  it("suggests exactly one line of each choice after any change", () => {
    const suggested = (changed: Ledger) =>
      changed.flatMap(({ lines }) => lines.filter((line) => line.suggested).map(({ key }) => key));
    expect(suggested(suggestLine(ledger, "basic"))).toEqual(["basic"]);
    expect(suggested(removeLine(ledger, "standard"))).toEqual(["basic"]);
    expect(suggested(moveLine(ledger, "standard", "options"))).toEqual(["basic"]);
    const two = readLines([
      ...sizes,
      ...sizes.map((line) => ({ ...line, id: `${line.id}2`, choice: "Color" })),
    ]);
    expect(suggested(suggestLine(two, "basic"))).toEqual(["basic", "standard2"]);
    expect(suggested(moveLine(ledger, "timer", "choice basic"))).toEqual(["standard"]);
    // A new choice suggests its first line, unless only the second is filled in.
    const { ledger: started, groupKey } = addChoice(readLines([]));
    const second = started[0]?.lines[1]?.key ?? "";
    const filled = renameChoice(changeLine(started, second, { text: "B", unitPrice: "5" }), groupKey, "C");
    expect(linesBody(filled)).toMatchObject([{ text: "B", choice: "C", suggested: true }]);
  });

  it("merges suggested lines into its groups, and drops blank ones", () => {
    const { id: _, ...line } = stored("bulbs");
    const added = asNewLedger([
      line,
      { ...line, text: "big", choice: "Size", suggested: true },
      { ...line, text: "new", choice: "Color", suggested: true },
    ]);
    expect(texts(mergeLedger(readLines([]), added))).toEqual(["big", "new", "bulbs", ""]);
    const merged = mergeLedger(ledger, added);
    expect(texts(merged)).toEqual(["basic standard big", "new", "wreaths discount bulbs", "timer"]);
    expect(linesBody(merged).filter(({ suggested }) => suggested)).toMatchObject([
      { text: "standard" },
      { text: "new" },
    ]);
    expect(linesBody(merged).find(({ text }) => text === "bulbs")).not.toHaveProperty("id");
  });

  it.each([
    ["1,246.00", "1246.00"],
    [" $38 ", "38"],
    ["−99", "-99"],
    ["-$1,099.5", "-1099.5"],
    ["1,2", "1,2"],
  ])("reads %s as %s", (typed, plain) => {
    expect(plainNumber(typed)).toBe(plain);
  });

  it.each([
    ["1246.000", "1,246.00"],
    ["4.625", "4.625"],
    ["-99", "−99.00"],
  ])("shows %s as %s", (price, shown) => {
    expect(priceText(price)).toBe(shown);
  });
});

describe("problems of a proposal", () => {
  it.each<[Partial<LedgerLine>, string, RegExp]>([
    [{ text: " ", unitPrice: "5" }, "text", /what this line is/],
    [{ text: "x".repeat(201), unitPrice: "5" }, "text", /at most 200/],
    [{ quantity: "0", unitPrice: "5" }, "quantity", /from 0.01/],
    [{ quantity: "1.001", unitPrice: "5" }, "quantity", /from 0.01/],
    [{ quantity: "100000", unitPrice: "5" }, "quantity", /from 0.01/],
    [{ unitPrice: "" }, "unitPrice", /Enter a price/],
    [{ unitPrice: "abc" }, "unitPrice", /Enter a price/],
    [{ unitPrice: "1.0001" }, "unitPrice", /Enter a price/],
    [{ unitPrice: "100,000" }, "unitPrice", /Enter a price/],
    [{ unitPrice: "5-3" }, "unitPrice", /Check the quantity and the price/],
    [{ unitPrice: "-5", quantity: "2" }, "unitPrice", /discount/],
    [{ unitPrice: "-5", unit: "ft" }, "unitPrice", /discount/],
    [{ unitPrice: "5", cost: "x" }, "cost", /our cost/],
  ])("%j: %s", (values, cell, message) => {
    expect(findProblems(included(values))).toEqual([
      { key: "a", cell, message: expect.stringMatching(message) },
    ]);
  });

  it.each<[string, Ledger, string]>([
    ["a choice of one", removeLine(ledger, "basic"), "A choice needs at least two lines"],
    [
      "a choice of one and a blank line",
      changeLine(ledger, "basic", { text: "", unitPrice: "" }),
      "A choice needs at least two lines",
    ],
    [
      "a named choice of blank lines",
      addChoice(ledger).ledger.map((group) =>
        group.kind === "choice" && !group.name ? { ...group, name: "Bulbs" } : group,
      ),
      "A choice needs at least two lines",
    ],
    [
      "a choice without a name",
      renameChoice(ledger, "choice basic", " "),
      "Name this choice, such as “How much we light”",
    ],
    [
      "a choice with a long name",
      renameChoice(ledger, "choice basic", "x".repeat(41)),
      "Use at most 40 characters",
    ],
    [
      "two choices of one name",
      readLines([...sizes, ...sizes.map((line) => ({ ...line, id: `${line.id} too`, choice: "size" }))]).map(
        (group) => ({ ...group, name: group.name && "Size" }),
      ),
      "Two choices have this name",
    ],
    [
      "a discount as an option",
      moveLine(ledger, "discount", "options"),
      "A discount is an included line: quantity 1, unit flat",
    ],
    [
      "a discount larger than the rest",
      changeLine(ledger, "discount", { unitPrice: "−291" }),
      "The discounts are larger than the rest of the price",
    ],
    [
      "forty-one lines",
      readLines(Array.from({ length: 41 }, (_, place) => stored(`${place}`))),
      "A proposal has at most 40 lines",
    ],
  ])("%s", (_, changed, message) => {
    expect(findProblems(changed).map((problem) => problem.message)).toEqual([message]);
  });

  it("don't include the limits, a discount as large as the rest, or blank lines", () => {
    const most = { text: "x".repeat(200), quantity: "0.01", unitPrice: "99,999.99", cost: "0" };
    expect(findProblems(included(most))).toEqual([]);
    expect(findProblems(included({ quantity: "99,999.99", unitPrice: "0.001" }))).toEqual([]);
    expect(findProblems(renameChoice(ledger, "choice basic", "x".repeat(40)))).toEqual([]);
    expect(findProblems(changeLine(ledger, "discount", { unitPrice: "−290" }))).toEqual([]);
    expect(findProblems(readLines([]))).toEqual([]);
  });
});

describe("the totals of a proposal", () => {
  it("are the price, the deposit, the price with options, and our cost", () => {
    expect(proposalFigures(ledger, 25)).toEqual({
      price: "191.00",
      deposit: { first: "47.75", rest: "143.25" },
      withOptions: "216.00",
      cost: { total: "145.00", left: "46.00", percent: 24 },
    });
  });

  it("count only the suggested line of a choice that isn't finished", () => {
    const { price, withOptions } = proposalFigures(ledger, 25);
    const unnamed = renameChoice(ledger, "choice basic", " ");
    expect(proposalFigures(unnamed, 25)).toMatchObject({ price, withOptions });
    expect(proposalFigures(removeLine(ledger, "basic"), 25)).toMatchObject({ price, withOptions });
    // Once the suggested line is blank, the first of the others is suggested, with its price and its cost.
    const blank = changeLine(ledger, "standard", { text: "", unitPrice: "", cost: "" });
    const other = proposalFigures(changeLine(blank, "basic", { cost: "40" }), 25);
    expect(other).toMatchObject({ price, cost: { total: "125.00", left: "66.00", percent: 35 } });
  });

  it("have a share of 0% if discounts reduce the price to zero", () => {
    const free = changeLine(ledger, "discount", { unitPrice: "−290" });
    expect(proposalFigures(free, 25).cost).toEqual({ total: "145.00", left: "-145.00", percent: 0 });
  });

  it("leave out incomplete numbers and blank costs", () => {
    const typing = changeLine(readLines([stored("one")]), "one", { text: "", unitPrice: "1." });
    expect(proposalFigures(typing, 25)).toEqual({
      price: "1.00",
      deposit: null,
      withOptions: null,
      cost: null,
    });
    expect(proposalFigures(readLines([]), 25).price).toBeNull();
  });
});
