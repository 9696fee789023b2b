const KEY = "returnTo";

/** A path on this site. "//host" and "/\host" are addresses of other sites to a browser. */
function isOwnPath(value: string | null): value is string {
  return value !== null && /^\/(?![/\\])/.test(value);
}

/** Keeps the page to come back to after signing in, for this browser tab. */
export function saveReturnTo(path: string) {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The sign-in address carries it as well.
  }
}

/** The kept page, forgotten with this call; null when there is none or it is not on this site. */
export function takeReturnTo(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
}
