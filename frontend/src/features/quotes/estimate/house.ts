import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

/** The visitor's choices about their house; null if cleared, undefined if never chosen. */
export interface House {
  storeys?: number | null;
  frontWidthFeet?: number | null;
}

const empty: House = {};
let house = empty;
const listeners = createListeners();

/** Store a choice on the landing page's panel. The quote form takes it over, now or when it opens. */
export function tapHouse(change: House) {
  house = { ...house, ...change };
  listeners.notify();
}

/** Clear the choices after the quote request was sent. */
export function forgetHouse() {
  house = empty;
  listeners.notify();
}

/** Return the choices on the panel. A reload clears them. */
export function useHouse(): House {
  return useSyncExternalStore(
    listeners.subscribe,
    () => house,
    () => empty,
  );
}
