import { catalog } from "~/api/catalog.gen";
import { addOnWord, shortPackageName } from "~/api/catalog-names";
import { firstLook } from "~/api/first-look.gen";

export type ServicePackage = (typeof catalog.packages)[number]["id"];
export type AddOn = (typeof catalog.addOns)[number]["id"];
export type Bulbs = "warm" | "cool" | "multi" | "red-green";

/** What a visitor has selected for the house. */
export interface Look {
  servicePackage: ServicePackage;
  addOns: readonly AddOn[];
  bulbs: Bulbs;
}

/** The parts of a look that affect its price. */
interface LookToPrice {
  servicePackage: ServicePackage;
  addOns: readonly string[];
}

export const initialLook: Look = firstLook;

export const bulbChoices: readonly { id: Bulbs; name: string; colors: readonly string[] }[] = [
  { id: "warm", name: "Warm white", colors: ["warm", "warm", "warm", "warm"] },
  { id: "cool", name: "Cool white", colors: ["cool", "cool", "cool", "cool"] },
  { id: "multi", name: "Multicolor", colors: ["red", "green", "blue", "gold"] },
  { id: "red-green", name: "Red and green", colors: ["red", "green", "green", "red"] },
];

/** Return the name of the bulbs, such as "Warm white". */
export function bulbsInWords(bulbs: Bulbs): string {
  return bulbChoices.find(({ id }) => id === bulbs)?.name ?? bulbs;
}

const cycle: readonly Bulbs[] = ["multi", "red-green", "cool", "warm"];

/** The bulbs that color changing starts with. */
export const firstOfCycle: Bulbs = "multi";

/** Return the bulbs that follow in the color cycle. */
export function nextOfCycle(bulbs: Bulbs): Bulbs {
  return cycle[(cycle.indexOf(bulbs) + 1) % cycle.length] ?? firstOfCycle;
}

const joined = new Intl.ListFormat("en-US", { type: "conjunction" });

/** The published price of storage, which is monthly and so never part of the sum. */
export const storagePrice = catalog.addOns.find(({ id }) => id === "storage")?.priceLabel ?? "";

/** Return the look without its price: "Premium with wreaths and smart timers". Storage is named with its own price. */
export function lookInWords({ servicePackage, addOns }: LookToPrice): string {
  const name = shortPackageName(servicePackage);
  const extras = catalog.addOns.filter(({ id }) => id !== "storage" && addOns.includes(id));
  return extras.length ? `${name} with ${joined.format(extras.map(({ id }) => addOnWord(id)))}` : name;
}
