import { type ComponentType, useEffect, useState } from "react";
import { loadPart } from "~/lib/load-part";
import { type ToastState, useToast } from "./toast";

/** Load the code of the toasts, for callers that must know when a toast can be read. */
export const loadToastRegion = () => loadPart(() => import("./toast-region"));

/**
 * Shows the toasts. Their code loads with the first key press, touch or toast. This is before a form can fail, so the
 * error can be shown even if the server is down.
 */
export function Toaster() {
  const toast = useToast();
  const [acted, setActed] = useState(false);

  useEffect(() => {
    const act = () => setActed(true);
    const events = ["pointerdown", "keydown", "focusin"] as const;
    for (const event of events) window.addEventListener(event, act, { once: true, passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, act);
    };
  }, []);

  const Region = useRegion(acted || toast !== null, toast?.id);
  return Region && <Region toast={toast} />;
}

/**
 * Return the region once it is wanted and loaded. This is not React.lazy, because React delays what loads so soon after
 * the page by 300 ms, which is more than half the life of some toasts. If it fails to load, the next toast tries again.
 */
function useRegion(wanted: boolean, toastId: number | undefined) {
  const [Region, setRegion] = useState<ComponentType<{ toast: ToastState | null }> | null>(null);
  const missing = wanted && !Region;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast starts a new attempt
  useEffect(() => {
    if (!missing) return;
    loadToastRegion().then(
      ({ default: loaded }) => setRegion(() => loaded),
      () => undefined,
    );
  }, [missing, toastId]);
  return Region;
}
