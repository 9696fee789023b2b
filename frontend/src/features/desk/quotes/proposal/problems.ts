import { lineCents, proposalTotal } from "~/lib/proposal-total";
import {
  type Cell,
  filledLines,
  isBlank,
  type Ledger,
  type LedgerLine,
  type LineGroup,
  MAX_LINES,
  plainNumber,
  pricedLine,
  pricedLines,
} from "./ledger";

/** A reason why a proposal can't be saved: in a cell, in the name of a choice, or in the proposal as a whole. */
export interface Problem {
  /** The key of the line or choice; null for the proposal as a whole. */
  key: string | null;
  cell: Cell | "name" | null;
  message: string;
}

/** Return whether a text is a number that isn't negative, with at most this many decimal places. */
const isNumber = (text: string, places: number) =>
  new RegExp(`^(\\d{1,8}(\\.\\d{0,${places}})?|\\.\\d{1,${places}})$`).test(plainNumber(text));

/** Return whether a text is a unit price that the server accepts, other than a discount's. */
export const isUnitPrice = (text: string) => isNumber(text, 3) && Number(plainNumber(text)) <= 99_999.99;

function lineProblem(group: LineGroup, line: LedgerLine): Omit<Problem, "key"> | null {
  const { quantity, unit, unitPrice, cost, text } = line;
  if (!text.trim()) return { cell: "text", message: "Say what this line is" };
  if (text.trim().length > 200) return { cell: "text", message: "Use at most 200 characters" };
  const count = Number(plainNumber(quantity));
  if (!isNumber(quantity, 2) || count < 0.01 || count > 99_999.99)
    return { cell: "quantity", message: "Enter a quantity from 0.01 to 99,999.99" };
  const price = plainNumber(unitPrice);
  if (!isUnitPrice(price.replace("-", "")))
    return { cell: "unitPrice", message: "Enter a price up to 99,999.99, such as 38.00 or 4.625" };
  if (price.startsWith("-") && !(unit === "flat" && count === 1 && group.kind === "included"))
    return { cell: "unitPrice", message: "A discount is an included line: quantity 1, unit flat" };
  if (lineCents(pricedLine(group, line)) === null)
    return { cell: "unitPrice", message: "Check the quantity and the price" };
  return cost && !isNumber(cost, 2) ? { cell: "cost", message: "Enter our cost, such as 85.00" } : null;
}

function choiceProblems(ledger: Ledger): Problem[] {
  const choices = ledger.filter(
    (group) => group.kind === "choice" && (group.name.trim() || filledLines(group).length > 0),
  );
  const names = choices.map(({ name }) => name.trim());
  return choices.flatMap((choice, index): Problem[] => {
    const { key } = choice;
    const name = names[index] ?? "";
    if (!name) return [{ key, cell: "name", message: "Name this choice, such as “How much we light”" }];
    if (name.length > 40) return [{ key, cell: "name", message: "Use at most 40 characters" }];
    if (names.indexOf(name) < index) return [{ key, cell: "name", message: "Two choices have this name" }];
    return filledLines(choice).length < 2
      ? [{ key, cell: "name", message: "A choice needs at least two lines" }]
      : [];
  });
}

/** Return the reasons why the proposal can't be saved, in the order of the screen. */
export function findProblems(ledger: Ledger): Problem[] {
  const inChoices = choiceProblems(ledger);
  const inLines = ledger.flatMap((group) => [
    ...inChoices.filter(({ key }) => key === group.key),
    ...group.lines.flatMap((line): Problem[] => {
      const problem = isBlank(line) ? null : lineProblem(group, line);
      return problem ? [{ key: line.key, ...problem }] : [];
    }),
  ]);
  const lines = pricedLines(ledger);
  const general = (message: string) => ({ key: null, cell: null, message });
  if (lines.length > MAX_LINES) inLines.push(general(`A proposal has at most ${MAX_LINES} lines`));
  const total = proposalTotal(lines);
  if (inLines.length === 0 && "problem" in total)
    inLines.push(general("The discounts are larger than the rest of the price"));
  return inLines;
}
