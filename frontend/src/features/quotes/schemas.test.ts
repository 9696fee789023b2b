import { describe, expect, it } from "vitest";
import { bodyOf, type InputTable, messagesOf } from "~/test/input-table";
import inputs from "../../../../backend/quotes/tests/quote_inputs.json";
import { quoteSchema } from "./schemas";

const table: InputTable = inputs;

describe("the quote form's rules, on the table the server is tested with", () => {
  it.each(table.good)("takes: $name", (row) => {
    expect(messagesOf(quoteSchema, bodyOf(table, row))).toBeNull();
  });

  it.each(table.bad)("refuses: $name", (row) => {
    expect(messagesOf(quoteSchema, bodyOf(table, row))).toEqual(row.errors);
  });
});
