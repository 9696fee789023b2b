import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

const MINUTE = 60_000;
let now = Date.now();

/** The page's only timer, which runs while any component shows the time. */
const listeners = createListeners(() => {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listeners.notify();
  }, MINUTE);
  return () => clearInterval(timer);
});

/** Return the current time in milliseconds, updated once a minute. */
export function useNow(): number {
  return useSyncExternalStore(listeners.subscribe, () => now);
}
