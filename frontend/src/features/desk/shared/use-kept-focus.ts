import { type RefObject, useEffect } from "react";

const CONTROLS = "button, a[href], input, select, textarea";

/**
 * Keep the focus in its row. When a pressed button is replaced by the next step, browsers move the focus to the top of
 * the page; the row's last control takes it instead.
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
    // A press outside the row means that the person has moved on.
    const forget = () => {
      last = null;
    };
    const restoreFocus = () => {
      if (!last?.row.isConnected || last.control.isConnected || document.activeElement !== document.body)
        return;
      [...last.row.querySelectorAll<HTMLElement>(CONTROLS)].at(-1)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restoreFocus);
    observer.observe(table, { subtree: true, childList: true });
    table.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      observer.disconnect();
      table.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [rows]);
}
