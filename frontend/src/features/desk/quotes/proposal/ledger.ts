import type { PricedLine } from "~/lib/proposal-total";
import { groupLines, type ProposalLine } from "~/ui/proposal/proposal-line";

/** At most this many lines, as the server has it. */
export const MAX_LINES = 40;

export const units = ["ft", "piece", "hour", "flat"] as const satisfies readonly ProposalLine["unit"][];
export type Unit = (typeof units)[number];

/** The cells of a line that are typed, from left to right. */
export type Cell = "text" | "quantity" | "unit" | "unitPrice" | "cost";

/** A line as it is typed: numbers are text, and may be unfinished. */
export interface LedgerLine {
  /** Names the line on this screen; the ID of a line that the server has. */
  key: string;
  isStored: boolean;
  text: string;
  quantity: string;
  unit: Unit;
  unitPrice: string;
  /** What the whole line costs us; only the office sees it. */
  cost: string;
  suggested: boolean;
}

/** Lines under one heading. The groups are the choices in order, then what is included, then the options. */
export interface LineGroup {
  key: string;
  kind: "choice" | "included" | "options";
  /** The name of a choice; "" for the other groups. */
  name: string;
  lines: LedgerLine[];
}

export type Ledger = readonly LineGroup[];

/** A line as the server stores it. */
export interface StoredLine extends Omit<ProposalLine, "amount"> {
  cost?: string | null;
}

/** Return a key for something new. */
const newKey = () => `new-${Math.random().toString(36).slice(2)}`;

export function blankLine(values: Partial<LedgerLine> = {}): LedgerLine {
  return {
    key: newKey(),
    isStored: false,
    text: "",
    quantity: "1",
    unit: "flat",
    unitPrice: "",
    cost: "",
    suggested: false,
    ...values,
  };
}

/** "5.00" as people write it: "5". */
const quantityText = (quantity: string) => quantity.replace(/\.?0+$/, "");

/** "1246.000" as people write it: "1,246.00", with a third place only where it counts. */
export function priceText(price: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 3 };
  return Number(price).toLocaleString("en-US", digits).replace("-", "−");
}

/** Return what a typed number stands for, as the API writes it: "−1,246" as "-1246". */
export function plainNumber(text: string): string {
  const plain = text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/^(-?)\s*\$\s*/, "$1");
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
}

function readLine({ id, text, quantity, unit, unitPrice, cost, suggested }: StoredLine): LedgerLine {
  return {
    key: id,
    isStored: true,
    text,
    quantity: quantityText(quantity),
    unit,
    unitPrice: priceText(unitPrice),
    cost: cost ? priceText(cost) : "",
    suggested,
  };
}

/** Return a proposal's lines as the ledger that edits them. Without lines it begins with a blank one. */
export function readLines(lines: readonly StoredLine[]): Ledger {
  const { choices, included, options } = groupLines(lines);
  return [
    ...choices.map(({ name, lines: alternatives }) => ({
      key: `choice ${alternatives[0]?.id}`,
      kind: "choice" as const,
      name,
      lines: alternatives.map(readLine),
    })),
    {
      key: "included",
      kind: "included",
      name: "",
      lines: lines.length > 0 ? included.map(readLine) : [blankLine({ key: "first" })],
    },
    { key: "options", kind: "options", name: "", lines: options.map(readLine) },
  ];
}

/** Return lines to start from as a ledger of new lines. */
export function asNewLedger(lines: readonly Omit<StoredLine, "id">[]): Ledger {
  const ledger = readLines(lines.map((line) => ({ ...line, id: newKey() })));
  return ledger.map((group) => ({
    ...group,
    lines: group.lines.map((line) => ({ ...line, isStored: false })),
  }));
}

/** Return whether nothing was typed into a line, so that it is left out. */
export const isBlank = ({ text, unitPrice, cost }: LedgerLine) => !text.trim() && !unitPrice && !cost;

const lineText = (text: string) => text.replace(/\s+/g, " ").trim();

/** Return a line for the total, the preview and the server; its ID is its key. */
export function pricedLine(group: LineGroup, line: LedgerLine) {
  return {
    id: line.key,
    text: lineText(line.text),
    quantity: plainNumber(line.quantity),
    unit: line.unit,
    unitPrice: plainNumber(line.unitPrice),
    optional: group.kind === "options",
    choice: group.kind === "choice" ? lineText(group.name) : null,
    suggested: line.suggested,
  } satisfies PricedLine & Omit<ProposalLine, "amount">;
}

/** Return the lines of a group that count. If nothing was typed into the suggested one, it is the first of the others. */
function countedLines({ kind, lines }: LineGroup): LedgerLine[] {
  const counted = lines.filter((line) => !isBlank(line));
  if (kind !== "choice" || counted.some(({ suggested }) => suggested)) return counted;
  return counted.map((line, place) => ({ ...line, suggested: place === 0 }));
}

/** Return the lines that count, in order. */
export const pricedLines = (ledger: Ledger) =>
  ledger.flatMap((group) => countedLines(group).map((line) => pricedLine(group, line)));

/** Return the lines as the server takes them. */
export const linesBody = (ledger: Ledger) =>
  ledger.flatMap((group) =>
    countedLines(group).map((line) => {
      const { id, choice, ...values } = pricedLine(group, line);
      return {
        ...values,
        ...(line.isStored ? { id } : {}),
        ...(choice === null ? {} : { choice }),
        cost: plainNumber(line.cost) || null,
      };
    }),
  );

export const countLines = (ledger: Ledger) => ledger.reduce((count, { lines }) => count + lines.length, 0);

/** Return how many lines something was typed into. */
export const countTyped = (ledger: Ledger) => pricedLines(ledger).length;

/** Return a ledger without choices that have no line left, and with one suggested line in each of the others. */
function tidy(groups: Ledger): Ledger {
  return groups
    .filter(({ kind, lines }) => kind !== "choice" || lines.length > 0)
    .map((group) => {
      if (group.kind !== "choice") return group;
      const suggested = group.lines.filter((line) => line.suggested);
      const [key] = (suggested.length > 0 ? suggested : group.lines).map((line) => line.key);
      return { ...group, lines: group.lines.map((line) => ({ ...line, suggested: line.key === key })) };
    });
}

const withLines = (ledger: Ledger, change: (lines: LedgerLine[], group: LineGroup) => LedgerLine[]) =>
  tidy(ledger.map((group) => ({ ...group, lines: change(group.lines, group) })));

/** Change some cells of a line. */
export const changeLine = (ledger: Ledger, key: string, values: Partial<LedgerLine>): Ledger =>
  withLines(ledger, (lines) => lines.map((line) => (line.key === key ? { ...line, ...values } : line)));

/** Suggest another alternative of a choice. */
export const suggestLine = (ledger: Ledger, key: string): Ledger =>
  withLines(ledger, (lines) =>
    lines.some((line) => line.key === key)
      ? lines.map((line) => ({ ...line, suggested: line.key === key }))
      : lines,
  );

export const removeLine = (ledger: Ledger, key: string): Ledger =>
  withLines(ledger, (lines) => lines.filter((line) => line.key !== key));

/** Add lines to a group: after one of its lines, or at its end. */
export const addLines = (ledger: Ledger, added: LedgerLine[], groupKey: string, afterKey?: string): Ledger =>
  withLines(ledger, (lines, group) => {
    if (group.key !== groupKey) return lines;
    const after = lines.findIndex((line) => line.key === afterKey);
    return after < 0 ? [...lines, ...added] : lines.toSpliced(after + 1, 0, ...added);
  });

/** Add the lines of another ledger, each to the end of its group, in place of blank lines. */
export function mergeLedger(ledger: Ledger, added: Ledger): Ledger {
  const isSame = (one: LineGroup, other: LineGroup) => one.kind === other.kind && one.name === other.name;
  const own = ledger.map((group) => ({
    ...group,
    lines: [
      ...group.lines.filter((line) => !isBlank(line)),
      ...added.filter((other) => isSame(group, other)).flatMap(({ lines }) => lines),
    ],
  }));
  const choices = added.filter(
    (group) => group.kind === "choice" && !ledger.some((each) => isSame(each, group)),
  );
  const place = own.findIndex(({ kind }) => kind === "included");
  return tidy(own.toSpliced(place, 0, ...choices));
}

/** Move a line up (-1) or down (1) within its group. */
export const shiftLine = (ledger: Ledger, key: string, by: 1 | -1): Ledger =>
  withLines(ledger, (lines) => {
    const from = lines.findIndex((line) => line.key === key);
    const line = lines[from];
    return !line || !(from + by in lines) ? lines : lines.toSpliced(from, 1).toSpliced(from + by, 0, line);
  });

/** Move a line to the place of another line of its group. */
export const placeLine = (ledger: Ledger, key: string, atKey: string): Ledger =>
  withLines(ledger, (lines) => {
    const from = lines.findIndex((line) => line.key === key);
    const to = lines.findIndex((line) => line.key === atKey);
    const line = lines[from];
    return !line || to < 0 ? lines : lines.toSpliced(from, 1).toSpliced(to, 0, line);
  });

/** Move a line to the end of another group. */
export function moveLine(ledger: Ledger, key: string, groupKey: string): Ledger {
  const line = ledger.flatMap(({ lines }) => lines).find((each) => each.key === key);
  if (!line) return ledger;
  const moved = { ...line, suggested: false };
  return withLines(ledger, (lines, group) => {
    const others = lines.filter((each) => each.key !== key);
    return group.key === groupKey ? [...others, moved] : others;
  });
}

/** Add a choice of two blank alternatives after the other choices, and return its first line's key. */
export function addChoice(ledger: Ledger): { ledger: Ledger; groupKey: string } {
  const groupKey = newKey();
  const choices = ledger.filter(({ kind }) => kind === "choice");
  const choice: LineGroup = {
    key: groupKey,
    kind: "choice",
    name: "",
    lines: [blankLine({ suggested: true }), blankLine()],
  };
  return { ledger: tidy([...choices, choice, ...ledger.slice(choices.length)]), groupKey };
}

export const renameChoice = (ledger: Ledger, groupKey: string, name: string): Ledger =>
  ledger.map((group) => (group.key === groupKey ? { ...group, name } : group));
