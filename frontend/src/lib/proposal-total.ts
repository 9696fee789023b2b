/**
 * The price of a proposal, in whole cents. It repeats the server's rules (`quotes/proposals`), so that the total can
 * follow each tap. The server decides; both sides run the cases in `backend/quotes/tests/proposal_cases.json`.
 */

export interface PricedLine {
  id?: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  optional: boolean;
  choice?: string | null;
  suggested?: boolean;
}

/** Why lines have no total. */
type TotalProblem = "quantity" | "unitPrice" | "discount" | "choice" | "chosen" | "sum";

export type ProposalTotal = { cents: number } | { problem: TotalProblem };

/** Invoices and prices end at $99,999,999.99. */
const MAX_SUM_CENTS = 9_999_999_999;

/** Read a decimal such as "-12.5" as a whole number of its smallest parts; null if it isn't one, or is over 99,999. */
function parseDecimal(text: string, places: number): number | null {
  const match = /^(-?)0*(\d{0,5})(?:\.(\d*))?$/.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const [, sign, whole, fraction = ""] = match;
  if (fraction.replace(/0+$/, "").length > places) return null;
  const parts = Number(whole || "0") * 10 ** places + Number(fraction.slice(0, places).padEnd(places, "0"));
  return sign && parts ? -parts : parts;
}

/** Divide, rounded half up; away from zero for negative numbers, as the server's decimals do. */
function divideHalfUp(dividend: number, divisor: number): number {
  const size = Math.abs(dividend);
  const rounded = (size - (size % divisor)) / divisor + ((size % divisor) * 2 >= divisor ? 1 : 0);
  return dividend < 0 && rounded ? -rounded : rounded;
}

/** "1234.50" in cents; null if it isn't an amount. */
export function toCents(amount: string): number | null {
  const match = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(amount.trim());
  if (!match) return null;
  const [, sign, whole, fraction = ""] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign && cents ? -cents : cents;
}

/** Cents as the API writes money: 127500 as "1275.00". */
export function fromCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function lineTotal({ quantity, unit, unitPrice, optional, choice }: PricedLine): ProposalTotal {
  const hundredths = parseDecimal(quantity, 2);
  if (hundredths === null || hundredths < 1) return { problem: "quantity" };
  const thousandths = parseDecimal(unitPrice, 3);
  if (thousandths === null) return { problem: "unitPrice" };
  const isDiscount = unit === "flat" && hundredths === 100 && !optional && !choice;
  if (thousandths < 0 && !isDiscount) return { problem: "discount" };
  // At most 9,999,999 × 99,999,999, which a number holds exactly.
  return { cents: divideHalfUp(hundredths * thousandths, 1000) };
}

/** Return a line's amount in cents: quantity × unit price, rounded half up. Null while either can't be read. */
export function lineCents(line: PricedLine): number | null {
  const total = lineTotal(line);
  return "cents" in total ? total.cents : null;
}

/** Group lines that are alternatives by the name of their choice, in the order of the lines. */
export function alternatives<Line extends { choice?: string | null }>(
  lines: readonly Line[],
): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.choice) groups.set(line.choice, [...(groups.get(line.choice) ?? []), line]);
  }
  return groups;
}

/**
 * Return the IDs that acceptance names: the picked options, and of each choice the picked line, or else the suggested
 * one. Picks that are no longer among the lines are left out.
 */
export function chosenIds(
  lines: readonly (PricedLine & { id: string })[],
  picked: ReadonlySet<string> = new Set(),
): Set<string> {
  const ids = new Set(lines.filter(({ id, optional }) => optional && picked.has(id)).map(({ id }) => id));
  for (const group of alternatives(lines).values()) {
    const selected = group.find(({ id }) => picked.has(id)) ?? group.find(({ suggested }) => suggested);
    if (selected) ids.add(selected.id);
  }
  return ids;
}

function selectedOf(group: PricedLine[], chosen: ReadonlySet<string>): PricedLine | null {
  const suggested = group.filter((line) => line.suggested);
  if (group.length < 2 || suggested.length !== 1 || group.some((line) => line.optional)) return null;
  return group.find((line) => line.id !== undefined && chosen.has(line.id)) ?? (suggested[0] as PricedLine);
}

/** Return whether every chosen ID is an option or an alternative, is named once, and no two belong to one choice. */
function canBeChosen(lines: readonly PricedLine[], chosen: readonly string[]): boolean {
  const taken = new Set<string>();
  return chosen.every((id) => {
    const line = lines.find((each) => each.id === id);
    if (!line || !(line.optional || line.choice)) return false;
    const slot = line.choice ? `choice ${line.choice}` : `line ${id}`;
    return !taken.has(slot) && taken.add(slot);
  });
}

/**
 * Return the sum of the plain lines, of one line of each choice (the suggested one unless `chosen` names another), and
 * of the chosen options; or the first problem found.
 */
export function proposalTotal(lines: readonly PricedLine[], chosen: readonly string[] = []): ProposalTotal {
  const chosenIds = new Set(chosen);
  const taken = lines.filter(
    (line) => !(line.choice || line.optional) || (line.id && chosenIds.has(line.id)),
  );
  const counted = new Set<PricedLine>(taken);
  for (const group of alternatives(lines).values()) {
    const selected = selectedOf(group, chosenIds);
    if (!selected) return { problem: "choice" };
    counted.add(selected);
  }
  if (!canBeChosen(lines, chosen)) return { problem: "chosen" };

  let sum = 0;
  for (const line of lines) {
    const total = lineTotal(line);
    if ("problem" in total) return total;
    if (counted.has(line)) sum += total.cents;
  }
  return sum < 0 || sum > MAX_SUM_CENTS ? { problem: "sum" } : { cents: sum };
}
