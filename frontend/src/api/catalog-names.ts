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
/** "wreaths" as "Wreaths & Garland". */
export const addOnName = (id: string) => nameIn(catalog.addOns, id);
/** "modest_6ft" as "Modest 6 ft Standard Tree". */
export const treeName = (id: string) => nameIn(catalog.treeSizes, id);
/** "consumer" as "Consumer". */
export const planName = (id: string) => nameIn(catalog.storagePlans, id);
