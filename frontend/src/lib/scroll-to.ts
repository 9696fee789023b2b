/**
 * Scroll to a section of this page, without animation if motion is reduced. Return whether the page has the section.
 */
export function scrollToSection(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  // The sections above may still have estimated heights (app/start-of-page.ts).
  delete document.documentElement.dataset.firstVisit;
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: reduced ? "auto" : "smooth" });
  // Keyboard users continue from the section that they chose.
  if (!section.hasAttribute("tabindex")) section.setAttribute("tabindex", "-1");
  section.focus({ preventScroll: true });
  return true;
}
