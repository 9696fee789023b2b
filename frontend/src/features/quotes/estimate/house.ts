import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

/** What somebody tapped about their house; null where they took it back, undefined where they never tapped. */
export interface House {
  storeys?: number | null;
  frontWidthFeet?: number | null;
}

const nothing: House = {};
let house = nothing;
const listeners = createListeners();

/** Keep a tap on the landing page's panel. The quote form takes it over, now or when it is opened. */
export function tapHouse(change: House) {
  house = { ...house, ...change };
  listeners.notify();
}

/** Forget the taps after the quote request was sent. */
export function forgetHouse() {
  house = nothing;
  listeners.notify();
}

/** Return what was tapped on the panel. A reload clears it. */
export function useHouse(): House {
  return useSyncExternalStore(
    listeners.subscribe,
    () => house,
    () => nothing,
  );
}
