import { useEffect } from "react";

/**
 * Let Page Up and Page Down scroll the open tab even while nothing in it has the focus, such as after loading. From
 * 64 rem the tab scrolls instead of the window, so browsers don't do that.
 */
export function usePageKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = { PageDown: 1, PageUp: -1 }[event.key];
      const panel = document.querySelector("main [role=tabpanel][data-state=active]");
      if (!by || !panel || event.defaultPrevented) return;
      if (!(event.target as Element).matches("body, [role=tab]")) return;
      panel.scrollBy({ top: by * panel.clientHeight * 0.9 });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
