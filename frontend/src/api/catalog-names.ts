import { catalog } from "./catalog.gen";

interface Item {
  id: string;
  name: string;
}

/** Return the name of a catalog item, or the ID if the catalog no longer has it. */
function nameIn(items: readonly Item[], id: string): string {
  return items.find((item) => item.id === id)?.name ?? id;
}

/** "premium" as "Premium Installation". */
export const packageName = (id: string) => nameIn(catalog.packages, id);
/** "premium" as "Premium". */
export function shortPackageName(id: string): string {
  const name = packageName(id);
  return name.split(" ")[0] ?? name;
}

const addOnWords: Record<string, string> = {
  wreaths: "wreaths",
  timers: "smart timers",
  rgb: "color changing",
  storage: "storage",
};

/** "rgb" as "color changing": an add-on within a sentence. */
export const addOnWord = (id: string) => addOnWords[id] ?? id;
/** "wreaths" as "Wreaths & Garland". */
export const addOnName = (id: string) => nameIn(catalog.addOns, id);
/** Return the names of a tree order's add-ons, in the catalog's order. */
export const treeAddOnNames = (order: Record<(typeof catalog.treeAddOns)[number]["id"], boolean>) =>
  catalog.treeAddOns.filter(({ id }) => order[id]).map(({ name }) => name);
/** "modest_6ft" as "Modest 6 ft Standard Tree". */
export const treeName = (id: string) => nameIn(catalog.treeSizes, id);
/** "consumer" as "Consumer". */
export const planName = (id: string) => nameIn(catalog.storagePlans, id);
