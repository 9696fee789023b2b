/**
 * What somebody typed but didn't send, stored for this browser tab: it survives a reload and signing in again.
 * There is one key per form and row.
 */
const PREFIX = "draft:";

/** Return the draft of a form, or null. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    // Storage may be blocked or hold another version's draft; both mean that there is no draft.
    return null;
  }
}

/** Store a draft; null removes it. */
export function writeDraft(key: string, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Without storage, the text lasts until the page is left.
  }
}

/** Return where the idempotency key of a draft's last attempt is stored. */
export const attemptKey = (key: string) => `${key}:attempt`;

/** Return where the version that a draft started from is stored. */
export const startKey = (key: string) => `${key}:start`;

/** Delete a draft and what is stored beside it, after it was sent or discarded. */
export function forgetDraft(key: string) {
  for (const stored of [key, attemptKey(key), startKey(key)]) writeDraft(stored, null);
}

/** Delete every draft: the next person at this computer must not find them. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // No storage, no drafts.
  }
}
