/**
 * Leave the app for a page that the server renders (sign-in). It replaces the current page in the history, so that the
 * back button does not lead to the same redirect again.
 */
export function loadPage(url: string) {
  window.location.replace(url);
}
