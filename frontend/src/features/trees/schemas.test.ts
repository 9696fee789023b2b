import { describe, expect, it } from "vitest";
import { bodyOf, type InputTable, messagesOf } from "~/test/input-table";
import inputs from "../../../../backend/trees/tests/tree_order_inputs.json";
import { treeOrderSchema } from "./schemas";

const table: InputTable = inputs;

describe("the tree order form's rules, on the table the server is tested with", () => {
  it.each(table.good)("takes: $name", (row) => {
    expect(messagesOf(treeOrderSchema, bodyOf(table, row))).toBeNull();
  });

  it.each(table.bad)("refuses: $name", (row) => {
    expect(messagesOf(treeOrderSchema, bodyOf(table, row))).toEqual(row.errors);
  });

  it("sends the state in capitals and an empty day as none", () => {
    const order = treeOrderSchema.parse({ ...table.base, state: "nh", preferredDeliveryDate: "" });
    expect(order.state).toBe("NH");
    expect(order.preferredDeliveryDate).toBeUndefined();
  });
});
