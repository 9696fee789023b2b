const PROPERTY = "--bar-height";

/** The `ref` of a bar at the bottom of the window: toasts are above it on narrow screens (`BottomBar`). */
export function barAtBottom(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(PROPERTY, `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(PROPERTY);
  };
}
