import { csrfToken } from "./request";

const KEY = "visitor";

/** Part of the CSRF token, which signing in changes (Django rotates it). */
const tokenMark = () => csrfToken()?.slice(-8);

/** Remember that nobody is signed in, as the server just said. */
export function rememberVisitor() {
  try {
    localStorage.setItem(KEY, tokenMark() ?? "");
  } catch {
    // Without storage, the next page asks again.
  }
}

/**
 * Return whether somebody may be signed in. The sign-in pages leave the CSRF cookie behind, so a browser without it has
 * never been there, or has lost it. A visitor gets one, too, with the link to what they ordered. Only a hint: it spares
 * visitors a request whose response could only be 401, which browsers log as an error.
 */
export function maybeSignedIn(): boolean {
  if (typeof document === "undefined") return false;
  const mark = tokenMark();
  try {
    return mark !== undefined && mark !== localStorage.getItem(KEY);
  } catch {
    return mark !== undefined;
  }
}
