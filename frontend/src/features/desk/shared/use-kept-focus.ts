import { type RefObject, useEffect } from "react";

const CONTROLS = "button, a[href], input, select, textarea";

/** What takes the focus of a control that is gone or can't be used: the next one of its row, or the one before. */
function successor(row: Element, lost: Element): HTMLElement | undefined {
  const usable = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => !each.matches(":disabled"),
  );
  const next = usable.find(
    (each) => lost.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING && lost.isConnected,
  );
  return next ?? usable.at(-1);
}

/**
 * Keeps the focus in the row it was in. A button that was pressed is disabled while it saves, or makes room for the
 * next step, and browsers then leave whoever works with the keyboard at the top of the page.
 */
export function useKeptFocus(rows: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const table = rows.current;
    if (!table) return;
    let last: { control: Element; row: Element } | null = null;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element && target.closest("tr");
      last = row ? { control: target as Element, row } : null;
    };
    // Whoever presses elsewhere has left.
    const forget = () => {
      last = null;
    };
    const mend = () => {
      const { activeElement, body } = document;
      // A control that was disabled just now still has the focus, and is about to lose it.
      if (!last?.row.isConnected || (activeElement !== body && activeElement !== last.control)) return;
      const { control, row } = last;
      if (!control.isConnected || control.matches(":disabled")) {
        successor(row, control)?.focus({ preventScroll: true });
      }
    };
    const observer = new MutationObserver(mend);
    observer.observe(table, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    table.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      observer.disconnect();
      table.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [rows]);
}
