import { type RefObject, useEffect } from "react";

/**
 * Mark the scene with `data-pinned` while it sticks to the top of a phone's screen above the panel, so that CSS can
 * draw a smaller house there.
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
      // The scene counts as pinned once the panel reaches the top quarter of the screen, where the house sticks.
      { rootMargin: "0px 0px -75% 0px" },
    );
    observer.observe(below);
    return () => observer.disconnect();
  }, [scene, panel]);
}
