import { csrfToken } from "./request";

const KEY = "visitor";

/** Part of the CSRF token, which signing in changes (Django rotates it). */
const tokenMark = () => csrfToken()?.slice(-8);

/** Remember that no one is signed in, as the server has just responded. */
export function rememberVisitor() {
  try {
    localStorage.setItem(KEY, tokenMark() ?? "");
  } catch {
    // Without storage, the next page asks again.
  }
}

let sentAsVisitor = 0;

/**
 * Send a request that only a visitor can make, and remember that no one is signed in. The response sets the CSRF cookie
 * before its body can be read, and what renders in between must not mistake the cookie for a sign-in.
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
 * Return whether someone may be signed in. The sign-in pages set the CSRF cookie, so a browser without it has never
 * been there or has lost it. A visitor gets the cookie too, with the link to what they ordered. This is only a hint
 * that saves visitors a request whose response could only be 401, which browsers log as an error.
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
