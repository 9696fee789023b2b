import { Check, TriangleAlert, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "~/lib/cx";
import { dismissToast, TOAST_DURATION, type ToastMessage, type ToastState, useToastPlace } from "./toast";

const card =
  "night grid-cols-[auto_1fr_auto] gap-[0.8rem] rounded-card border-l-4 border-(--edge) bg-harbor-900 py-4 pl-[1.1rem] " +
  "leading-[1.4] text-white shadow-overlay [--toast-icon:var(--edge)] " +
  "data-[state=open]:animate-[rise-in_var(--duration-slow)_var(--ease-out)] " +
  "data-[state=closed]:animate-[fade-out_var(--duration-base)_ease-in_forwards] " +
  "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 " +
  "data-[swipe=end]:animate-[slide-out-right_var(--duration-base)_ease-out_forwards]";
const line = "grid-cols-[auto_minmax(0,1fr)_auto] gap-2 py-1";

/** The notifications region. Radix pauses the timer while it is hovered or focused, and F8 moves the focus here. */
export default function ToastRegion({ toast }: { toast: ToastState | null }) {
  const place = useToastPlace();
  const viewport = (
    <Toast.Viewport
      hotkey={["F8"]}
      className={
        place ? "rounded-md" : "fixed right-5 bottom-5 z-60 w-[min(24rem,calc(100vw-2.5rem))] rounded-card"
      }
    />
  );
  return (
    <Toast.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {toast && <ToastCard key={toast.id} toast={toast} look={place ? line : card} />}
      {place ? createPortal(viewport, place) : viewport}
    </Toast.Provider>
  );
}

function ToastCard({ toast, look }: { toast: ToastState; look: string }) {
  const destructive = toast.variant === "destructive";
  const Icon = destructive ? TriangleAlert : Check;
  return (
    <Toast.Root
      open={toast.open}
      onOpenChange={(open) => open || dismissToast()}
      className={cx(
        "grid items-start text-sm",
        look,
        destructive
          ? "[--edge:var(--color-brick-300)] [--line-icon:var(--error-text)]"
          : "[--edge:var(--color-lamp-400)] [--line-icon:var(--success)]",
      )}
    >
      <Icon className="mt-[0.1em] size-[1.25em] text-(--toast-icon,var(--line-icon))" />
      <div className={cx(look === line && "flex flex-wrap gap-x-1")}>
        <Toast.Title className="font-bold">{toast.title}</Toast.Title>
        {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
        {toast.action && <Action {...toast.action} />}
      </div>
      <Toast.Close
        aria-label="Close"
        className="-my-[0.7rem] mr-1 grid size-target place-items-center rounded-md"
      >
        <X className="size-[1.25em]" />
      </Toast.Close>
    </Toast.Root>
  );
}

/** The toast's button and how many seconds are left to press it. */
function Action({ label, altText, run }: NonNullable<ToastMessage["action"]>) {
  const [left, setLeft] = useState(TOAST_DURATION / 1000);
  useEffect(() => {
    const end = Date.now() + TOAST_DURATION;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, []);
  if (left === 0) return null;
  return (
    <span className="inline-flex items-center gap-2 pl-2">
      <Toast.Action
        altText={altText}
        onClick={run}
        className="text-link -my-2 min-h-target min-w-target font-[650]"
      >
        {label}
      </Toast.Action>
      <span aria-hidden className="text-muted-foreground tabular-nums night:text-harbor-200">
        {left} s
      </span>
    </span>
  );
}
