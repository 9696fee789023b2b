import { useSyncExternalStore } from "react";

// As wide as the breakpoint `lg`, below which tables are blocks.
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
