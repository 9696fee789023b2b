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

let sentAsVisitor = 0;

/**
 * Send a request that only a visitor can make, and remember that. Its response brings the cookie some time before it can
 * be read here, and what renders in between must not take the cookie for a sign-in.
 */
export async function sendAsVisitor<T>(send: () => Promise<T>): Promise<T> {
  sentAsVisitor += 1;
  try {
    const response = await send();
    rememberVisitor();
    return response;
  } finally {
    sentAsVisitor -= 1;
  }
}

/**
 * Return whether somebody may be signed in. The sign-in pages leave the CSRF cookie behind, so a browser without it has
 * never been there, or has lost it. A visitor gets one, too, with the link to what they ordered. Only a hint: it spares
 * visitors a request whose response could only be 401, which browsers log as an error.
 */
export function maybeSignedIn(): boolean {
  if (typeof document === "undefined" || sentAsVisitor > 0) return false;
  const mark = tokenMark();
  try {
    return mark !== undefined && mark !== localStorage.getItem(KEY);
  } catch {
    return mark !== undefined;
  }
}
