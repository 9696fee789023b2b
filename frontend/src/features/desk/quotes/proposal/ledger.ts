import type { PricedLine } from "~/lib/proposal-total";
import { groupLines, type ProposalLine } from "~/ui/proposal/proposal-line";

/** The server's limit. */
export const MAX_LINES = 40;

export const units = ["ft", "piece", "hour", "flat"] as const satisfies readonly ProposalLine["unit"][];
export type Unit = (typeof units)[number];

/** The editable cells of a line, from left to right. */
export type Cell = "text" | "quantity" | "unit" | "unitPrice" | "cost";

/** A line that is being edited. Numbers are kept as typed, so they can be incomplete. */
export interface LedgerLine {
  /** The ID of a line that the server has; otherwise a temporary key. */
  key: string;
  isStored: boolean;
  text: string;
  quantity: string;
  unit: Unit;
  unitPrice: string;
  /** Our cost for the whole line. Only the office sees it. */
  cost: string;
  suggested: boolean;
}

/** Lines under one heading. A ledger has the choices first, then the included lines, then the options. */
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

/** "5.00" as "5". */
const quantityText = (quantity: string) => quantity.replace(/\.?0+$/, "");

/** "1246.000" as "1,246.00". A third decimal place is shown only if it isn't zero. */
export function priceText(price: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 3 };
  return Number(price).toLocaleString("en-US", digits).replace("-", "−");
}

/** Return a typed number in the API's format: "−1,246" as "-1246". */
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

/** Return a proposal's lines as a ledger. A proposal without lines starts with a blank one. */
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

/** Return suggested lines as a ledger of lines that the server doesn't have yet. */
export function asNewLedger(lines: readonly Omit<StoredLine, "id">[]): Ledger {
  const ledger = readLines(lines.map((line) => ({ ...line, id: newKey() })));
  return ledger.map((group) => ({
    ...group,
    lines: group.lines.map((line) => ({ ...line, isStored: false })),
  }));
}

/** Return whether a line is blank. Blank lines aren't saved. */
export const isBlank = ({ text, unitPrice, cost }: LedgerLine) => !text.trim() && !unitPrice && !cost;

const lineText = (text: string) => text.replace(/\s+/g, " ").trim();

/** Return a line as the total, the preview and the API need it. Its ID is its key. */
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

/** Return a group's lines that aren't blank. If the suggested line is blank, suggest the first of the others. */
export function filledLines({ kind, lines }: LineGroup): LedgerLine[] {
  const filled = lines.filter((line) => !isBlank(line));
  if (kind !== "choice" || filled.some(({ suggested }) => suggested)) return filled;
  return filled.map((line, index) => ({ ...line, suggested: index === 0 }));
}

/** Return all lines that aren't blank, in order. */
export const pricedLines = (ledger: Ledger) =>
  ledger.flatMap((group) => filledLines(group).map((line) => pricedLine(group, line)));

/** Return the lines for the request body. */
export const linesBody = (ledger: Ledger) =>
  ledger.flatMap((group) =>
    filledLines(group).map((line) => {
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

/** Return the number of lines that aren't blank. */
export const countFilledLines = (ledger: Ledger) => pricedLines(ledger).length;

/** Remove choices without lines, and suggest exactly one line of each of the others. */
function normalize(groups: Ledger): Ledger {
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
  normalize(ledger.map((group) => ({ ...group, lines: change(group.lines, group) })));

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

/** Add another ledger's lines, each at the end of its group, and drop blank lines. */
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
  const index = own.findIndex(({ kind }) => kind === "included");
  return normalize(own.toSpliced(index, 0, ...choices));
}

/** Move a line up (-1) or down (1) within its group. */
export const shiftLine = (ledger: Ledger, key: string, by: 1 | -1): Ledger =>
  withLines(ledger, (lines) => {
    const from = lines.findIndex((line) => line.key === key);
    const line = lines[from];
    return !line || !(from + by in lines) ? lines : lines.toSpliced(from, 1).toSpliced(from + by, 0, line);
  });

/** Move a line to the position of another line in its group. */
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

/** Add a choice of two blank alternatives after the other choices. Return the choice's key, too. */
export function addChoice(ledger: Ledger): { ledger: Ledger; groupKey: string } {
  const groupKey = newKey();
  const choices = ledger.filter(({ kind }) => kind === "choice");
  const choice: LineGroup = {
    key: groupKey,
    kind: "choice",
    name: "",
    lines: [blankLine({ suggested: true }), blankLine()],
  };
  return { ledger: normalize([...choices, choice, ...ledger.slice(choices.length)]), groupKey };
}

export const renameChoice = (ledger: Ledger, groupKey: string, name: string): Ledger =>
  ledger.map((group) => (group.key === groupKey ? { ...group, name } : group));
