/** A line of a proposal, from the API or from the editor's preview. Money is in dollars, such as "38.00". */
export interface ProposalLine {
  id: string;
  text: string;
  quantity: string;
  unit: "ft" | "piece" | "hour" | "flat";
  unitPrice: string;
  /** Quantity × unit price; below 0 for a discount. */
  amount: string;
  /** Whether the customer may add it. */
  optional: boolean;
  /** The name of the choice that it is an alternative of; null for all other lines. */
  choice: string | null;
  /** Whether it is the alternative that we suggest. */
  suggested: boolean;
}

export interface ProposalGroups<Line> {
  /** The alternatives of each choice, of which the customer takes one. */
  choices: { name: string; lines: Line[] }[];
  included: Line[];
  options: Line[];
}

/** Return a proposal's lines in the groups that are shown. Within a group they keep their order. */
export function groupLines<Line extends Pick<ProposalLine, "optional" | "choice">>(
  lines: readonly Line[],
): ProposalGroups<Line> {
  const choices = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.choice !== null) choices.set(line.choice, [...(choices.get(line.choice) ?? []), line]);
  }
  const others = lines.filter(({ choice }) => choice === null);
  return {
    choices: [...choices].map(([name, alternatives]) => ({ name, lines: alternatives })),
    included: others.filter(({ optional }) => !optional),
    options: others.filter(({ optional }) => optional),
  };
}

const money = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 3,
});

/** Format the amount of a line: "$190.00", and "−$99.00" for a discount. */
export function formatLineAmount(amount: string): string {
  return money.format(Number(amount)).replace("-", "−");
}

const units = { ft: "ft", piece: "piece", hour: "hour" };

/** "5 pieces at $38.00"; null if that adds nothing to the amount. */
export function quantityWords({ quantity, unit, unitPrice }: ProposalLine): string | null {
  const count = Number(quantity);
  const price = formatLineAmount(unitPrice);
  const shown = count.toLocaleString("en-US", { maximumFractionDigits: 2 });
  if (unit === "flat") return count === 1 ? null : `${shown} × ${price}`;
  if (unit === "piece" && count === 1) return null;
  const name = unit === "ft" || count === 1 ? units[unit] : `${units[unit]}s`;
  return `${shown} ${name} at ${price}`;
}

/** Split "Standard: roofline and porch" into name and detail. Without a colon, the detail is "". */
export function nameAndDetail(text: string): { name: string; detail: string } {
  const colon = text.indexOf(": ");
  return colon < 1
    ? { name: text, detail: "" }
    : { name: text.slice(0, colon), detail: text.slice(colon + 2) };
}
