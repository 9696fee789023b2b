import { useEffect } from "react";
import { rememberFocusPosition } from "~/lib/focus-position";

/** Milliseconds for the code that removed the focused element to move the focus itself. */
const GRACE_PERIOD = 50;

/**
 * Keep the keyboard focus near where it was when the focused element is removed: a button that is no longer needed, a
 * row that was replaced, a page that was left. Browsers would start again at the top of the page.
 */
export function useFocusRecovery() {
  useEffect(() => {
    let focused: { element: HTMLElement; restore: () => void } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => focused?.element.isConnected === false && document.activeElement === document.body;
    const remember = (element: EventTarget | null) => {
      if (element instanceof HTMLElement) focused = { element, restore: rememberFocusPosition(element) };
    };
    const onFocusIn = ({ target }: FocusEvent) => remember(target);
    const restore = () => {
      if (!isLost()) return;
      focused?.restore();
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, GRACE_PERIOD);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    // The focus may have moved in a prerendered page before its scripts ran.
    remember(document.activeElement);
    document.addEventListener("focusin", onFocusIn);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", onFocusIn);
    };
  }, []);
}
