/** What someone can go on from: a part of the page with a start, rather than any box. */
const PLACES = "article, [role=article], section, form, fieldset, li, tr, ul, table, [role=tabpanel], main";

/**
 * Remember where an element is in the page. The returned function moves the focus back to it or, if it has been removed
 * since, to the nearest part of the page around it that is still there.
 */
export function rememberPlace(element: HTMLElement): () => void {
  const places: HTMLElement[] = [];
  let around = element.parentElement?.closest<HTMLElement>(PLACES);
  while (around) {
    places.push(around);
    around = around.parentElement?.closest<HTMLElement>(PLACES);
  }
  return () => {
    if (element.isConnected) return element.focus({ preventScroll: true });
    const place = places.find(({ isConnected }) => isConnected);
    if (!place) return;
    if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
    place.focus({ preventScroll: true });
  };
}
