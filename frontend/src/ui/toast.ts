import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

/**
 * The one toast on screen, which any code can show: `toast({ title, description, variant })`. `Toaster` draws it and
 * loads its code only when a visitor first acts.
 */
export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
}

export interface ToastState extends ToastMessage {
  id: number;
  open: boolean;
}

export const TOAST_DURATION = 5_000;
/** Milliseconds that a dismissed toast is kept. */
const TOAST_REMOVE_DELAY = 1_000_000;

let current: ToastState | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = createListeners();

function set(next: ToastState | null) {
  current = next;
  listeners.notify();
}

/** Shows a toast and replaces the one before: at most one is on screen. */
export function toast(message: ToastMessage) {
  clearTimeout(removal);
  lastId += 1;
  set({ ...message, id: lastId, open: true });
}

/** Closes the toast and removes it later. */
export function dismissToast() {
  if (!current?.open) return;
  set({ ...current, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => set(null), TOAST_REMOVE_DELAY);
}

/** Returns the toast on screen, or the one that was just dismissed. */
export function useToast(): ToastState | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => current,
    () => null,
  );
}
