import { type RefObject, useEffect } from "react";

const STEP = 4_000;

/**
 * Call `step` every four seconds while color changing is selected and the drawing is on screen, but never with reduced
 * motion.
 */
export function useBulbCycle(drawing: RefObject<HTMLElement | null>, active: boolean, step: () => void) {
  useEffect(() => {
    const element = drawing.current;
    if (!active || !element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearInterval(timer);
      timer = entry?.isIntersecting ? setInterval(step, STEP) : undefined;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [drawing, active, step]);
}
