import { expect, test } from "vitest";
import cases from "../../../backend/quotes/tests/deposit_cases.json";
import { depositOf } from "./deposit";

const cents = (dollars: string) => Math.round(Number(dollars) * 100);

test.each(cases)("$percent% of $amount is $deposit", ({ amount, percent, deposit, rest }) => {
  const found = depositOf(cents(amount), percent);
  expect(found).toBe(deposit === null ? null : cents(deposit));
  expect(cents(amount) - (found ?? 0)).toBe(cents(rest));
});
