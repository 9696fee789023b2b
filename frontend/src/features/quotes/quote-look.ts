import { useSyncExternalStore } from "react";
import { choices } from "~/api/catalog.gen";
import { addOnWord, shortPackageName } from "~/api/catalog-names";
import type { QuoteRequest, ServicePackage } from "~/api/types";
import { commaList } from "~/lib/format";
import { createListeners } from "~/lib/listeners";

/** The look that a visitor chose on the landing page, for the quote form. */
export interface QuoteLook {
  servicePackage: ServicePackage;
  /** Undefined if only a package was chosen; the form then keeps its add-ons. */
  addOns?: readonly string[] | undefined;
  /** One of the values of `data-bulbs`: warm, cool, multi, red-green. */
  bulbs?: string | undefined;
}

let look: QuoteLook | null = null;
const listeners = createListeners();

function set(next: QuoteLook | null) {
  look = next;
  listeners.notify();
}

/** Pass a look to the quote form. It is copied, so that choosing the same look again fills in the form again. */
export function setQuoteLook(next: QuoteLook) {
  set({ ...next });
}

/** Clear the look once the form has taken it over. */
export function clearQuoteLook() {
  set(null);
}

/** Call `listener` whenever the look changes. Return a function that unsubscribes it. */
export const onQuoteLook = listeners.subscribe;

/** Return the look that the form has yet to take over, or null. */
export function useQuoteLook(): QuoteLook | null {
  return useSyncExternalStore(
    onQuoteLook,
    () => look,
    () => null,
  );
}

export type Design = NonNullable<QuoteRequest["design"]>;

const bulbNames: Record<string, string> = choices.bulbs;

/** Return the part of a look that has no form field: the color of the bulbs. Undefined if unknown. */
export function designOf({ bulbs = "" }: QuoteLook): Design | undefined {
  const colour = bulbNames[bulbs];
  return colour ? { colour } : undefined;
}

const designKeys = ["style", "colour", "lit", "estimate"];

/** Return whether a stored value is a design in this version's format. */
export function isDesign(value: unknown): value is Design {
  if (typeof value !== "object" || value === null) return false;
  const { colour } = value as Design;
  return (
    Object.keys(value).every((key) => designKeys.includes(key)) &&
    Object.values(bulbNames).includes(colour ?? "")
  );
}

interface LookValues {
  servicePackage?: string | null | undefined;
  addOns?: readonly string[] | undefined;
}

/** Return the design to send. Package and add-ons come from the form, where they may have changed since. */
export function wholeDesign({ colour }: Design, { servicePackage, addOns = [] }: LookValues): Design {
  return {
    ...(servicePackage ? { style: shortPackageName(servicePackage) } : {}),
    ...(colour ? { colour } : {}),
    lit: addOns.filter((id) => id !== "storage").map(addOnWord),
  };
}

/** Return a look in words: "Premium, warm white, wreaths". */
export function lookWords({ colour }: Design, { servicePackage, addOns = [] }: LookValues): string {
  const lights = addOns.includes("rgb") ? addOnWord("rgb") : colour?.toLowerCase();
  const extras = addOns.filter((id) => id !== "rgb" && id !== "storage").map(addOnWord);
  return commaList(servicePackage && shortPackageName(servicePackage), lights, ...extras);
}
