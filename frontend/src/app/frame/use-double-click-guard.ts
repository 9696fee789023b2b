import { useEffect } from "react";

/** Return the link or button that an event is on. */
const controlOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>("a, button, summary") : null;

const nameOf = (control: HTMLElement) => control.getAttribute("aria-label") ?? control.textContent;

/** Return whether a control is the one that was pressed first, or the same control rendered again. */
function isSameControl(control: HTMLElement, first: HTMLElement | null): boolean {
  if (control === first) return true;
  return first !== null && !first.isConnected && nameOf(control) === nameOf(first);
}

/**
 * Ignore the second click of a double click if it hits a link or button that was not under the pointer at the first. The
 * first click can make the page shorter, as a payment does, and move something else to its place.
 */
export function useDoubleClickGuard() {
  useEffect(() => {
    let first: HTMLElement | null = null;
    const onMouseDown = (event: MouseEvent) => {
      if (event.detail === 1) first = controlOf(event);
    };
    const onClick = (event: MouseEvent) => {
      const control = controlOf(event);
      if (event.detail < 2 || !control || isSameControl(control, first)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("mousedown", onMouseDown, { capture: true });
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("mousedown", onMouseDown, { capture: true });
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, []);
}
