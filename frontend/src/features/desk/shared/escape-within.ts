import type { KeyboardEvent } from "react";

/** Return a key handler that calls `close` for Escape, except in a dialog or calendar over the element: that closes first. */
export const escapeWithin = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Escape" && event.currentTarget.contains(event.target as Node)) close();
};
