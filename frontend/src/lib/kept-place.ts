/** What someone can go on from: a part of the page with a start, rather than any box. */
const PLACES =
  "article, [role=article], section, form, fieldset, li, tr, ul, table, [role=tabpanel], header [role=group], main";

/**
 * Remember where an element is in the page. The returned function moves the focus back to it or, if it has been removed
 * or hidden since, to the nearest part of the page around it that is still on the screen.
 */
export function rememberPlace(element: HTMLElement): () => void {
  const places: HTMLElement[] = [];
  let around = element.parentElement?.closest<HTMLElement>(PLACES);
  while (around) {
    places.push(around);
    around = around.parentElement?.closest<HTMLElement>(PLACES);
  }
  return () => {
    for (const place of [element, ...places]) {
      if (place !== element && !place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
      place.focus({ preventScroll: true });
      // What was removed or is hidden, such as a row that is done, can't take it.
      if (document.activeElement === place) return;
    }
  };
}
