/**
 * Leaves the app for a page that the server renders (sign-in). The page left behind is replaced, so that "back" leads
 * to the one before it and not into the same redirect again.
 */
export function loadPage(address: string) {
  window.location.replace(address);
}
