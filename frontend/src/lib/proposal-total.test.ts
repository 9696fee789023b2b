import { expect, it } from "vitest";
import cases from "../../../backend/quotes/tests/proposal_cases.json";
import {
  alternatives,
  fromCents,
  lineCents,
  type PricedLine,
  proposalTotal,
  toCents,
} from "./proposal-total";

interface Case {
  name: string;
  lines: PricedLine[];
  chosen: string[];
  total?: string;
  error?: string;
}

it.each(cases as Case[])("$name", ({ lines, chosen, total, error }) => {
  const found = proposalTotal(lines, chosen);
  expect("cents" in found ? fromCents(found.cents) : found.problem).toBe(total ?? error);
});

it("forty lines whose cents floating point can't add", () => {
  const line = { quantity: "33333.33", unit: "ft", unitPrice: "3.333", optional: false };
  // 33,333.33 × 3.333 is 111,099.98889.
  expect(proposalTotal(Array.from({ length: 40 }, () => line))).toEqual({ cents: 40 * 11_109_999 });
});

it.each([
  ["", "1"],
  [".", "1"],
  ["0", "1"],
  ["1.001", "1"],
  ["100000", "1"],
  ["1e3", "1"],
  ["1", "1.0001"],
  ["1", "abc"],
])("quantity %j at %j has no amount yet", (quantity, unitPrice) => {
  expect(lineCents({ quantity, unitPrice, unit: "ft", optional: false })).toBeNull();
});

it.each([
  ["1.10", ".5", 55],
  ["007", "2.", 1400],
  ["2.00", "1.5000", 300],
])("quantity %j at %j is %i cents", (quantity, unitPrice, cents) => {
  expect(lineCents({ quantity, unitPrice, unit: "ft", optional: false })).toBe(cents);
});

it.each([
  ["0", 0],
  ["913.4", 91_340],
  ["-99.05", -9905],
  ["99999999.99", 9_999_999_999],
])("%s dollars are %i cents", (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents);
  expect(Number(fromCents(cents))).toBe(Number(dollars));
});

it("alternatives are in the order of the lines, without other lines", () => {
  const lines = [{ choice: "Size" }, { choice: "Bulbs" }, { choice: null }, {}, { choice: "Size" }];
  expect([...alternatives(lines)]).toEqual([
    ["Size", [lines[0], lines[4]]],
    ["Bulbs", [lines[1]]],
  ]);
});
