/**
 * The one toast on screen, callable from anywhere: `toast({ title, description, variant })`.
 * Drawing it is the `Toaster`'s work, which loads that code only when a visitor first acts.
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
/** How long a dismissed toast is kept before it is forgotten. */
const TOAST_REMOVE_DELAY = 1_000_000;

let current: ToastState | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ToastState | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, in place of the one before: at most one is on screen. */
export function toast(message: ToastMessage) {
  clearTimeout(removal);
  lastId += 1;
  set({ ...message, id: lastId, open: true });
}

/** Closes the toast and forgets it later. */
export function dismissToast() {
  if (!current?.open) return;
  set({ ...current, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => set(null), TOAST_REMOVE_DELAY);
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => current,
  getOnServer: () => null,
};
