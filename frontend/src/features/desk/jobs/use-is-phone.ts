import { useSyncExternalStore } from "react";

// Below the breakpoint `lg`, where tables are shown as blocks.
const query = () => window.matchMedia("(max-width: 63.99rem)");

function subscribe(listener: () => void) {
  const media = query();
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Return whether the screen is too narrow for seven columns. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );
}
