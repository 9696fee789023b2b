import { catalog } from "~/api/catalog.gen";
import type { ServicePackage } from "~/api/types";
import { formatMoney } from "~/lib/format";

/** The package and add-ons to price. */
interface Choice {
  servicePackage: ServicePackage;
  addOns: readonly string[];
}

export interface PublishedLine {
  label: string;
  /** Dollars, as in the catalog, such as "45.00". */
  startingPrice: string;
}

function chosen({ servicePackage, addOns }: Choice) {
  return [
    ...catalog.packages.filter(({ id }) => id === servicePackage),
    ...catalog.addOns.filter(({ id }) => addOns.includes(id)),
  ];
}

/** Return the parts of a choice that have a published price. Storage, which is billed monthly, is left out. */
export function publishedLines(choice: Choice): PublishedLine[] {
  return chosen(choice).flatMap(({ name, startingPrice }) =>
    startingPrice === null ? [] : [{ label: name, startingPrice }],
  );
}

/** Return whether a package can only be priced after a visit. */
export function needsVisit(servicePackage: ServicePackage): boolean {
  return catalog.packages.some(({ id, startingPrice }) => id === servicePackage && startingPrice === null);
}

/** Return the sum of the published prices, such as "$644", or the catalog's label for a package without a price. */
export function publishedPrice(choice: Choice): string {
  if (needsVisit(choice.servicePackage)) return chosen(choice)[0]?.priceLabel ?? "";
  const cents = publishedLines(choice).map(({ startingPrice }) => Math.round(Number(startingPrice) * 100));
  return formatMoney(cents.reduce((sum, each) => sum + each, 0) / 100);
}
