import * as z from "zod";
import { parseAmount } from "./money-input";

/** The rule for a typed amount in dollars, above 0. */
export const aboveZero = z.string().superRefine((value, context) => {
  const { amount, problem } = parseAmount(value);
  const message = problem ?? (!amount || Number(amount) === 0 ? "Enter an amount above 0" : undefined);
  if (message) context.addIssue({ code: "custom", message });
});
