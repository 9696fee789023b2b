import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { toastStore } from "./toast";

/** Fetches the code of the toasts, for those who must know when one can be read. */
export const loadToastRegion = () => import("./toast-region");
const ToastRegion = lazy(loadToastRegion);

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

  if (!acted && !toast) return null;
  return (
    <Suspense>
      <ToastRegion toast={toast} />
    </Suspense>
  );
}
