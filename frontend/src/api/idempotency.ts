import { useRef } from "react";
import { attemptKey, readDraft, writeDraft } from "~/lib/drafts";
import { ApiError } from "./errors";

/** Return a random key. `randomUUID` exists on secure origins only, and a demo may run on plain HTTP. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** A key, and the values (as JSON) that were sent under it. */
interface Attempt {
  key: string;
  values: string;
}

function isAttempt(stored: unknown): stored is Attempt {
  return typeof stored === "object" && stored !== null && "key" in stored && "values" in stored;
}

/**
 * Return a function that sends values under an idempotency key. Sending the same values again after a failure reuses
 * the key, so that a retry after a lost response creates nothing twice. There is a new key when the values have
 * changed, after a 409 and after success: ordering the same thing again on purpose is a second order.
 *
 * `draft` names the form's draft. The key is stored next to it and survives a reload; without it, the key lives as
 * long as the component.
 */
export function useIdempotencyKey(draft?: string) {
  const last = useRef<Attempt | null>(null);
  const store = (attempt: Attempt | null) => {
    last.current = attempt;
    if (draft) writeDraft(attemptKey(draft), attempt);
  };
  const keyFor = (values: unknown): string => {
    const text = JSON.stringify(values);
    const attempt = last.current ?? (draft ? readDraft(attemptKey(draft)) : null);
    if (isAttempt(attempt) && attempt.values === text) return attempt.key;
    const key = newKey();
    store({ key, values: text });
    return key;
  };
  return async function sendWithKey<Result>(
    values: unknown,
    send: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await send(keyFor(values));
      store(null);
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) store(null);
      throw error;
    }
  };
}
