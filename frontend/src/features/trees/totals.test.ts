import { describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { orderLines, orderTotal } from "./totals";

const { treeSizes, treeAddOns } = catalog;
const subsets = Array.from({ length: 2 ** treeAddOns.length }, (_, mask) =>
  treeAddOns.filter((_, bit) => mask & (1 << bit)),
);
const cases = treeSizes.flatMap((tree) =>
  subsets.map((chosen) => ({ tree, chosen, treeSize: tree.id, ids: chosen.map(({ id }) => id) })),
);

describe("the total of a tree order", () => {
  it.each(cases)("$treeSize with $ids", ({ tree, chosen, treeSize, ids }) => {
    const prices = [tree.price, tree.deliveryPrice, ...chosen.map(({ price }) => price)];
    const switches = Object.fromEntries(ids.map((id) => [id, true]));
    expect(orderTotal({ treeSize, ...switches })).toBe(
      prices.reduce((sum, price) => sum + Number(price), 0) * 100,
    );
  });

  it("is itemized", () => {
    const tree = treeSizes.find(({ id }) => id === "quality_7_8ft");
    const lights = treeAddOns.find(({ id }) => id === "includeTreeLights");
    expect(orderLines({ treeSize: "quality_7_8ft", includeTreeLights: true })).toEqual([
      { label: "Higher Quality 7-8 ft Tree", cents: Number(tree?.price) * 100 },
      { label: "Delivery", cents: Number(tree?.deliveryPrice) * 100 },
      { label: "Christmas Tree Lights", cents: Number(lights?.price) * 100 },
    ]);
  });
});
