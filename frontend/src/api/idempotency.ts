import { useRef } from "react";

/** A random key. `randomUUID` exists on secure origins only, and a demo may run on plain http. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/**
 * One key for one form: a double click, or sending again after a broken connection, makes one order.
 * Call `renew` after success, and when the server says that the key was used for other answers.
 */
export function useIdempotencyKey() {
  const key = useRef<string | null>(null);
  return {
    get: () => (key.current ??= newKey()),
    renew: () => {
      key.current = null;
    },
  };
}
