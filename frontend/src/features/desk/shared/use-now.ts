import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

const MINUTE = 60_000;
let now = Date.now();

/** One clock for the whole page, which runs while a component shows the time. */
const listeners = createListeners(() => {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listeners.notify();
  }, MINUTE);
  return () => clearInterval(timer);
});

/** Returns the time in milliseconds, updated once a minute. */
export function useNow(): number {
  return useSyncExternalStore(listeners.subscribe, () => now);
}
