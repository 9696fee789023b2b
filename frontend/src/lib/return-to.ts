const KEY = "returnTo";

/** A path on this site. Browsers read "//host" and "/\host" as other sites. */
function isOwnPath(value: string | null): value is string {
  return value !== null && /^\/(?![/\\])/.test(value);
}

/** Store the page to come back to after signing in, for this browser tab. */
export function saveReturnTo(path: string) {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The sign-in URL contains it as well.
  }
}

/** Return and remove the stored page; null if there is none or it is not on this site. */
export function takeReturnTo(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
}
