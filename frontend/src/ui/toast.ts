import { useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

interface ToastAction {
  /** The button: "Undo". */
  label: string;
  /** How to do the same without the toast, for screen readers (required by Radix). */
  altText: string;
  run: () => void;
}

/**
 * The one toast on screen, which any code can show: `toast({ title, description, variant })`. `Toaster` draws it and
 * loads its code only when a visitor first acts.
 */
export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
  /** A button for as long as the toast would be on screen by itself; pointing at it does not extend that time. */
  action?: ToastAction | undefined;
}

export interface ToastState extends ToastMessage {
  id: number;
  open: boolean;
}

export const TOAST_DURATION = 5_000;
/** Milliseconds for which a dismissed toast is kept. */
const TOAST_REMOVE_DELAY = 1_000_000;

let current: ToastState | null = null;
let place: HTMLElement | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = createListeners();

function set(next: ToastState | null) {
  current = next;
  listeners.notify();
}

/** Show a toast in place of the previous one: there is at most one on screen. */
export function toast(message: ToastMessage) {
  clearTimeout(removal);
  lastId += 1;
  set({ ...message, id: lastId, open: true });
}

/** Close the toast and remove it later. */
export function dismissToast() {
  if (!current?.open) return;
  set({ ...current, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => set(null), TOAST_REMOVE_DELAY);
}

/** Return the toast on screen, or the one that was just dismissed. */
export function useToast(): ToastState | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => current,
    () => null,
  );
}

/** Show toasts as a line in this element instead of a card in the corner; null restores the card. */
export function setToastPlace(element: HTMLElement | null) {
  place = element;
  listeners.notify();
}

/** Return the element to show toasts in; null for the corner of the window. */
export function useToastPlace(): HTMLElement | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => place,
    () => null,
  );
}
