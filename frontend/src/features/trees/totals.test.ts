import { describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { orderLines, orderTotal } from "./totals";

// The published prices, written down once more on purpose: the catalogue itself is under test here.
const trees = { modest_6ft: 100, quality_7_8ft: 140, premium_8_10ft: 210 };
const addOns = { includeTreeStand: 20, includeTreeLights: 20, includeWreaths: 50, includeDisposal: 50 };
const addOnIds = Object.keys(addOns) as (keyof typeof addOns)[];
const subsets = Array.from({ length: 2 ** addOnIds.length }, (_, mask) =>
  addOnIds.filter((_, bit) => mask & (1 << bit)),
);
const cases = catalog.treeSizes.flatMap(({ id }) => subsets.map((chosen) => ({ treeSize: id, chosen })));

describe("the total of a tree order", () => {
  it.each(cases)("$treeSize with $chosen", ({ treeSize, chosen }) => {
    const dollars = trees[treeSize] + chosen.reduce((sum, id) => sum + addOns[id], 0);
    const switches = Object.fromEntries(chosen.map((id) => [id, true]));
    expect(orderTotal({ treeSize, ...switches })).toBe(dollars * 100);
  });

  it("is 280 for a premium tree with stand and disposal", () => {
    expect(orderTotal({ treeSize: "premium_8_10ft", includeTreeStand: true, includeDisposal: true })).toBe(
      280_00,
    );
  });

  it("is told line by line", () => {
    expect(orderLines({ treeSize: "quality_7_8ft", includeTreeLights: true })).toEqual([
      { label: "Higher Quality 7-8 ft Tree", cents: 100_00 },
      { label: "Delivery", cents: 40_00 },
      { label: "Christmas Tree Lights", cents: 20_00 },
    ]);
  });
});
