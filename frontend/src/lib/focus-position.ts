/** The ancestors that can take the focus: parts of the page from which a keyboard user can continue. */
const REGIONS =
  "article, [role=article], section, form, fieldset, li, tr, ul, table, [role=tabpanel], header [role=group], main";

/**
 * Remember where an element is in the page. The returned function moves the focus back to it or, if it has since been
 * removed or hidden, to its nearest ancestor that can still take the focus.
 */
export function rememberFocusPosition(element: HTMLElement): () => void {
  const regions: HTMLElement[] = [];
  let region = element.parentElement?.closest<HTMLElement>(REGIONS);
  while (region) {
    regions.push(region);
    region = region.parentElement?.closest<HTMLElement>(REGIONS);
  }
  return () => {
    for (const target of [element, ...regions]) {
      if (target !== element && !target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: true });
      // An element that was removed or is hidden, such as a finished row, does not take it.
      if (document.activeElement === target) return;
    }
  };
}
