import { catalog } from "~/api/catalog.gen";

export type TreeSize = (typeof catalog.treeSizes)[number];
export type TreeAddOn = (typeof catalog.treeAddOns)[number];
type TreeAddOnId = TreeAddOn["id"];

const cents = (price: string) => Math.round(Number(price) * 100);

interface Choice extends Partial<Record<TreeAddOnId, boolean | null | undefined>> {
  treeSize: TreeSize["id"];
}

interface Line {
  label: string;
  cents: number;
}

function treeOf(id: TreeSize["id"]): TreeSize {
  return catalog.treeSizes.find((size) => size.id === id) ?? catalog.treeSizes[0];
}

/** Return the lines of an order's price in whole cents: tree, delivery and each chosen add-on. */
export function orderLines(choice: Choice): Line[] {
  const tree = treeOf(choice.treeSize);
  const addOns = catalog.treeAddOns.filter(({ id }) => choice[id]);
  return [
    { label: tree.name, cents: cents(tree.price) },
    { label: "Delivery", cents: cents(tree.deliveryPrice) },
    ...addOns.map(({ name, price }) => ({ label: name, cents: cents(price) })),
  ];
}

/** Return the sum of the lines. The server computes the total that counts. */
export function orderTotal(choice: Choice): number {
  return orderLines(choice).reduce((sum, line) => sum + line.cents, 0);
}
