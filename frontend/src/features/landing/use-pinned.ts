import { type RefObject, useEffect } from "react";

/**
 * Mark the scene while it sticks to the top of a phone's screen above the panel, so that CSS can draw the house
 * smaller there. The panel is "in view" from the moment its head meets the pinned crop.
 */
export function usePinned(scene: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = scene.current;
    const below = panel.current;
    if (!element || !below || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        element.toggleAttribute("data-pinned", entry?.isIntersecting ?? false);
      },
      // The line at which the crop sticks: 160 px from the top of the screen and a little more.
      { rootMargin: "0px 0px -75% 0px" },
    );
    observer.observe(below);
    return () => observer.disconnect();
  }, [scene, panel]);
}
