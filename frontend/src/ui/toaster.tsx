import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { type ToastState, toastStore } from "./toast";

/** Fetches the code of the toasts, for those who must know when one can be read. */
export const loadToastRegion = () => import("./toast-region");

/**
 * The place where toasts appear. Its code is not part of the first visit: it comes with the first key, touch or
 * toast, which is before any form can fail, so that a failing server cannot keep the message from showing.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.getOnServer);
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
 * The region once it is wanted and there. Not React.lazy: React holds back what comes so soon after the page by 300 ms,
 * more than half the time that some toasts have. A region that did not come is asked for again with the next toast.
 */
function useRegion(wanted: boolean, toastId: number | undefined) {
  const [Region, setRegion] = useState<ComponentType<{ toast: ToastState | null }> | null>(null);
  const missing = wanted && !Region;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast is a new attempt
  useEffect(() => {
    if (!missing) return;
    loadToastRegion().then(
      ({ default: loaded }) => setRegion(() => loaded),
      () => undefined,
    );
  }, [missing, toastId]);
  return Region;
}
