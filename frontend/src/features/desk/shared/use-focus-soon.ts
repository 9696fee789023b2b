import { useLayoutEffect, useRef } from "react";

/** Return a function that moves the focus to an element as soon as it is on the screen. */
export function useFocusSoon(): (selector: string) => void {
  const wanted = useRef("");
  useLayoutEffect(() => {
    const element = wanted.current && document.querySelector<HTMLElement>(wanted.current);
    if (!element) return;
    element.focus();
    // An element that isn't visible yet can't take the focus.
    if (document.activeElement === element) wanted.current = "";
  });
  return (selector) => {
    wanted.current = selector;
  };
}
