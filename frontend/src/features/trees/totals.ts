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

/** The tree of an id of the catalogue. */
function treeOf(id: TreeSize["id"]): TreeSize {
  return catalog.treeSizes.find((size) => size.id === id) ?? catalog.treeSizes[0];
}

/** What an order costs, line by line and in whole cents: tree, delivery, each chosen add-on. */
export function orderLines(choice: Choice): Line[] {
  const tree = treeOf(choice.treeSize);
  const addOns = catalog.treeAddOns.filter(({ id }) => choice[id]);
  return [
    { label: tree.name, cents: cents(tree.price) },
    { label: "Delivery", cents: cents(tree.deliveryPrice) },
    ...addOns.map(({ name, price }) => ({ label: name, cents: cents(price) })),
  ];
}

/** The sum of the lines. The server computes it again and its own result is the one that counts. */
export function orderTotal(choice: Choice): number {
  return orderLines(choice).reduce((sum, line) => sum + line.cents, 0);
}
