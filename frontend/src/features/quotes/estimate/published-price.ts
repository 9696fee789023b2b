import { catalog } from "~/api/catalog.gen";
import type { ServicePackage } from "~/api/types";
import { formatMoney } from "~/lib/format";

/** What the published prices are for. */
interface Choice {
  servicePackage: ServicePackage;
  addOns: readonly string[];
}

export interface PublishedLine {
  label: string;
  /** Dollars as the catalog has them, such as "45.00". */
  startingPrice: string;
}

function chosen({ servicePackage, addOns }: Choice) {
  return [
    ...catalog.packages.filter(({ id }) => id === servicePackage),
    ...catalog.addOns.filter(({ id }) => addOns.includes(id)),
  ];
}

/** Return what a choice is made of that has a published price; storage, billed monthly, is left out. */
export function publishedLines(choice: Choice): PublishedLine[] {
  return chosen(choice).flatMap(({ name, startingPrice }) =>
    startingPrice === null ? [] : [{ label: name, startingPrice }],
  );
}

/** Whether only a visit can tell the price of a package. */
export function needsVisit(servicePackage: ServicePackage): boolean {
  return catalog.packages.some(({ id, startingPrice }) => id === servicePackage && startingPrice === null);
}

/** Return the sum of the published prices, "$644", or what the catalog says instead of one. */
export function publishedPrice(choice: Choice): string {
  if (needsVisit(choice.servicePackage)) return chosen(choice)[0]?.priceLabel ?? "";
  const cents = publishedLines(choice).map(({ startingPrice }) => Math.round(Number(startingPrice) * 100));
  return formatMoney(cents.reduce((sum, each) => sum + each, 0) / 100);
}
