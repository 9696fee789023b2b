import { useEffect } from "react";
import { rememberPlace } from "~/lib/kept-place";

/** Milliseconds in which the code that removed the focused element may move the focus itself. */
const GRACE = 50;

/**
 * Keep keyboard users where they are. When the focused element is removed (a button that is no longer needed, a row
 * that was replaced, a page that was left), browsers start again at the top of the page. This moves the focus to the
 * part of the page where it was.
 */
export function useKeptPlace() {
  useEffect(() => {
    let focused: { element: HTMLElement; restore: () => void } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => focused?.element.isConnected === false && document.activeElement === document.body;
    const remember = (element: EventTarget | null) => {
      if (element instanceof HTMLElement) focused = { element, restore: rememberPlace(element) };
    };
    const onFocusIn = ({ target }: FocusEvent) => remember(target);
    const restore = () => {
      if (!isLost()) return;
      focused?.restore();
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, GRACE);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    // What somebody moved to in a prerendered page before its scripts ran.
    remember(document.activeElement);
    document.addEventListener("focusin", onFocusIn);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", onFocusIn);
    };
  }, []);
}
