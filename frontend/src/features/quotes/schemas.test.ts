import { describe, expect, it } from "vitest";
import { bodyOf, type InputTable, messagesOf } from "~/test/input-table";
import inputs from "../../../../backend/quotes/tests/quote_inputs.json";
import { quoteSchema } from "./schemas";

const table: InputTable = inputs;

describe("the quote form's rules match the server's test table", () => {
  it.each(table.good)("accepts: $name", (row) => {
    expect(messagesOf(quoteSchema, bodyOf(table, row))).toBeNull();
  });

  it.each(table.bad)("refuses: $name", (row) => {
    expect(messagesOf(quoteSchema, bodyOf(table, row))).toEqual(row.errors);
  });
});

it.each([
  [0, 0],
  [0.5, 1],
  [1800.49, 1800],
  [1800.5, 1801],
])("square footage of %s is sent as %s", (typed, sent) => {
  expect(quoteSchema.parse({ ...table.base, squareFootage: typed }).squareFootage).toBe(sent);
});
