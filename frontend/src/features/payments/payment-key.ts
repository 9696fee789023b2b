import { newKey } from "~/api/idempotency";

const PREFIX = "payment:";

/** For browsers without storage: the key lives as long as the page. */
const fallback = new Map<string, string>();

/**
 * The key of the one payment that this browser makes for something. It outlives a reload and is the same in every tab,
 * so all of them lead to the same payment, and none to a second one.
 */
export function keptKey(what: string): string {
  const name = PREFIX + what;
  try {
    const kept = localStorage.getItem(name) ?? newKey();
    localStorage.setItem(name, kept);
    return kept;
  } catch {
    const kept = fallback.get(name) ?? newKey();
    fallback.set(name, kept);
    return kept;
  }
}

/**
 * Another payment, on purpose or because the old one was called off. `old` is the key that has had its day: another
 * tab may have moved on already, and then its key is the one.
 */
export function nextKey(what: string, old: string): string {
  const name = PREFIX + what;
  if (keptKey(what) === old) {
    fallback.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  }
  return keptKey(what);
}
