import { afterEach, describe, expect, it, vi } from "vitest";
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

describe("the preferred day late in the evening in New Hampshire", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["2026-12-04", "Please pick today or a later date"],
    ["2026-12-05", undefined],
    ["2026-12-06", undefined],
  ])("%s: %s", (day, message) => {
    vi.useFakeTimers({ now: new Date("2026-12-06T04:30:00Z"), toFake: ["Date"] });
    const messages = messagesOf(quoteSchema, { ...table.base, preferredStartDate: day });
    expect(messages?.preferredStartDate).toBe(message);
  });
});
