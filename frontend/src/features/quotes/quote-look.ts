import { useSyncExternalStore } from "react";
import type { ServicePackage } from "~/api/types";

/** The look a visitor put together on the house, on its way to the quote form. */
export interface QuoteLook {
  servicePackage: ServicePackage;
  /** Left out where only a package was chosen: what the form has stays. */
  addOns?: readonly string[] | undefined;
  /** As in `data-bulbs`: warm, cool, multi, red-green. */
  bulbs?: string | undefined;
}

let look: QuoteLook | null = null;
const listeners = new Set<() => void>();

/** Hands a look to the quote form. A new object each time, so that asking twice fills the form twice. */
export function setQuoteLook(next: QuoteLook) {
  set({ ...next });
}

/** Forgets the look once it was sent. */
export function clearQuoteLook() {
  set(null);
}

function set(next: QuoteLook | null) {
  look = next;
  for (const listener of listeners) listener();
}

/** Calls back with every look that is handed over; returns how to stop. */
export function onQuoteLook(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The look asked for last, or null. It lives as long as the page does. */
export function useQuoteLook(): QuoteLook | null {
  return useSyncExternalStore(
    onQuoteLook,
    () => look,
    () => null,
  );
}
