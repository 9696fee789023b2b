import { newKey } from "~/api/idempotency";

const PREFIX = "payment:";

/** The keys if storage is blocked. They last as long as the page. */
const fallback = new Map<string, string>();

/**
 * Return the idempotency key of this browser's payment for `purpose`. It is stored, so that a reload and other tabs
 * continue the same payment instead of starting a second one.
 */
export function readPaymentKey(purpose: string): string {
  const name = PREFIX + purpose;
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
 * Return the key of the payment that follows the one with the key `old`, which was completed or canceled. If another
 * tab has already started that payment, return its key.
 */
export function renewPaymentKey(purpose: string, old: string): string {
  const name = PREFIX + purpose;
  if (readPaymentKey(purpose) === old) {
    fallback.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Without storage there is nothing to remove.
    }
  }
  return readPaymentKey(purpose);
}
