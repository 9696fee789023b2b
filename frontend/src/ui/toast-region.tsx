import { Check, TriangleAlert, X } from "lucide-react";
import { Toast } from "radix-ui";
import { dismissToast, TOAST_DURATION, type ToastState } from "./toast";

const card =
  "night grid grid-cols-[auto_1fr_auto] gap-[0.8rem] rounded-card border-l-4 border-(--edge) bg-harbor-900 py-4 pl-[1.1rem] " +
  "text-sm leading-[1.4] text-white shadow-overlay " +
  "data-[state=open]:animate-[rise-in_var(--duration-slow)_var(--ease-out)] " +
  "data-[state=closed]:animate-[fade-out_var(--duration-base)_ease-in_forwards] " +
  "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 " +
  "data-[swipe=end]:animate-[slide-out-right_var(--duration-base)_ease-out_forwards]";

/** The notifications region. Radix pauses the timer while it is hovered or focused, and F8 moves the focus here. */
export default function ToastRegion({ toast }: { toast: ToastState | null }) {
  return (
    <Toast.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <Toast.Viewport
        hotkey={["F8"]}
        className="fixed right-5 bottom-5 z-60 w-[min(24rem,calc(100vw-2.5rem))] rounded-card"
      />
    </Toast.Provider>
  );
}

function ToastCard({ toast }: { toast: ToastState }) {
  const destructive = toast.variant === "destructive";
  const Icon = destructive ? TriangleAlert : Check;
  return (
    <Toast.Root
      open={toast.open}
      onOpenChange={(open) => open || dismissToast()}
      className={`${card} ${destructive ? "[--edge:var(--color-brick-300)]" : "[--edge:var(--color-lamp-400)]"}`}
    >
      <Icon aria-hidden className="mt-[0.1em] size-[1.25em] text-(--edge)" strokeWidth={1.75} />
      <div>
        <Toast.Title className="font-bold">{toast.title}</Toast.Title>
        {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
      </div>
      <Toast.Close
        aria-label="Close"
        className="-my-[0.7rem] mr-1 grid size-target place-items-center rounded-md"
      >
        <X aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
      </Toast.Close>
    </Toast.Root>
  );
}
