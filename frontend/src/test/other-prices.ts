import { catalog } from "~/api/catalog.gen";
import { firstEstimate } from "~/api/first-look.gen";

/**
 * Give the catalog other prices, which all differ, so that no stored transcript contains the business's. Import it
 * before everything else, since some modules read prices when they load, and only in tests that load modules of their
 * own (`vitest.config.ts`).
 */
const put = (rows: readonly { id: string }[], id: string, prices: object) =>
  Object.assign(rows.find((row) => row.id === id) ?? {}, prices);

put(catalog.packages, "basic", { startingPrice: "307.00", priceLabel: "Starting at $307" });
put(catalog.packages, "premium", { startingPrice: "613.00", priceLabel: "Starting at $613" });
put(catalog.addOns, "wreaths", { startingPrice: "47.00", priceLabel: "from $47" });
put(catalog.addOns, "timers", { startingPrice: "29.00", priceLabel: "from $29" });
put(catalog.addOns, "rgb", { startingPrice: "163.00", priceLabel: "from $163" });
put(catalog.addOns, "storage", { priceLabel: "$17-41 a month" });
put(catalog.treeSizes, "modest_6ft", { price: "73.00", deliveryPrice: "31.00" });
put(catalog.treeSizes, "quality_7_8ft", { price: "109.00", deliveryPrice: "43.00" });
put(catalog.treeSizes, "premium_8_10ft", { price: "157.00", deliveryPrice: "67.00" });
put(catalog.treeAddOns, "includeTreeStand", { price: "19.00" });
put(catalog.treeAddOns, "includeTreeLights", { price: "23.00" });
put(catalog.treeAddOns, "includeWreaths", { price: "37.00" });
put(catalog.treeAddOns, "includeDisposal", { price: "53.00" });
put(catalog.storagePlans, "consumer", { monthlyPrice: "17.00" });
put(catalog.storagePlans, "business", { monthlyPrice: "27.00" });
put(catalog.storagePlans, "enterprise", { monthlyPrice: "41.00" });
Object.assign(catalog, { checkoutAmount: "611.00" });
Object.assign(firstEstimate, {
  low: 654,
  high: 1321,
  lines: [
    { label: "Premium Installation", low: 607, high: 1184 },
    { label: "Wreaths & Garland", low: 47, high: 137 },
  ],
});
