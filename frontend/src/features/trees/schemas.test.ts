import { afterEach, describe, expect, it, vi } from "vitest";
import { bodyOf, type InputTable, messagesOf } from "~/test/input-table";
import inputs from "../../../../backend/trees/tests/tree_order_inputs.json";
import { treeOrderSchema } from "./schemas";

const table: InputTable = inputs;

describe("the tree order form's rules match the server's test table", () => {
  it.each(table.good)("accepts: $name", (row) => {
    expect(messagesOf(treeOrderSchema, bodyOf(table, row))).toBeNull();
  });

  it.each(table.bad)("refuses: $name", (row) => {
    expect(messagesOf(treeOrderSchema, bodyOf(table, row))).toEqual(row.errors);
  });

  it("sends the state in capitals and an empty day as null", () => {
    const order = treeOrderSchema.parse({ ...table.base, state: "nh", preferredDeliveryDate: "" });
    expect(order.state).toBe("NH");
    expect(order.preferredDeliveryDate).toBeUndefined();
  });
});

describe("the preferred day late in the evening in New Hampshire", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["2026-12-04", "Please pick today or a later date"],
    ["2026-12-04T00:00:00Z", "Please pick today or a later date"],
    ["2026-12-05", undefined],
    ["2026-12-05T00:00:00Z", undefined],
    ["2026-12-05T00:00:00.000Z", undefined],
    ["2026-12-06", undefined],
  ])("%s: %s", (day, message) => {
    vi.useFakeTimers({ now: new Date("2026-12-06T04:30:00Z"), toFake: ["Date"] });
    const messages = messagesOf(treeOrderSchema, { ...table.base, preferredDeliveryDate: day });
    expect(messages?.preferredDeliveryDate).toBe(message);
  });
});
