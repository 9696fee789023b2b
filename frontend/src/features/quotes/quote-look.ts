import { useSyncExternalStore } from "react";
import type { ServicePackage } from "~/api/types";
import { createListeners } from "~/lib/listeners";

/** The look that a visitor chose on the landing page, for the quote form. */
export interface QuoteLook {
  servicePackage: ServicePackage;
  /** Undefined if only a package was chosen; the form then keeps its add-ons. */
  addOns?: readonly string[] | undefined;
  /** As in `data-bulbs`: warm, cool, multi, red-green. */
  bulbs?: string | undefined;
}

let look: QuoteLook | null = null;
const listeners = createListeners();

/** Passes a look to the quote form. The object is new each time, so that choosing the same look again fills the form again. */
export function setQuoteLook(next: QuoteLook) {
  set({ ...next });
}

/** Clears the look after the quote request was sent. */
export function clearQuoteLook() {
  set(null);
}

function set(next: QuoteLook | null) {
  look = next;
  listeners.notify();
}

/** Calls `listener` whenever the look changes; returns a function that stops it. */
export const onQuoteLook = listeners.subscribe;

/** Returns the look that was chosen last, or null. A reload clears it. */
export function useQuoteLook(): QuoteLook | null {
  return useSyncExternalStore(
    onQuoteLook,
    () => look,
    () => null,
  );
}
