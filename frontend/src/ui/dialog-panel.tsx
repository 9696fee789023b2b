import { X } from "lucide-react";
import { AlertDialog, Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { rememberFocusPosition } from "~/lib/focus-position";

export const overlayClass =
  "fixed inset-0 z-50 bg-[oklch(0.17_0.035_258/0.55)] animate-[fade-in_var(--duration-slow)_var(--ease-out)]";
// A sheet at the bottom on phones, a centered panel from 40 rem.
const panel =
  "fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-panel border-border bg-surface p-card shadow-overlay " +
  "animate-[rise-in_var(--duration-slow)_var(--ease-out)] dark:border " +
  "sm:inset-0 sm:m-auto sm:h-fit sm:w-[min(32rem,calc(100vw-2.5rem))] sm:rounded-panel";
const title = "display text-2xl leading-[1.2]";
const text = "mt-[0.6rem] text-sm text-muted-foreground";

const CONTROLS = "input, select, textarea, button, a[href]";

/** Return the chosen radio button of a control's group, which is the one that Tab would reach. */
function chosenOf(control: HTMLElement): HTMLElement | null {
  if (!(control instanceof HTMLInputElement) || control.type !== "radio") return null;
  return control.closest("fieldset")?.querySelector<HTMLElement>("input[type=radio]:checked") ?? null;
}

const isBelow = (control: HTMLElement, view: HTMLElement) =>
  control.getBoundingClientRect().bottom > view.getBoundingClientRect().bottom;

/**
 * Returns the focus to where it was before a dialog that another one replaces, such as a dialog that loaded its data.
 */
let inherited: (() => void) | null = null;

/**
 * Return the focus to where it was before the dialog opened. Radix only does so for its own triggers, which our dialogs
 * don't use. When the dialog opens, the focus moves to the first control of `body`, skipping the close button; or to the
 * dialog, where one reads first, if that control is out of view on a small or magnified screen. Without a control, Radix
 * decides.
 */
export function useDialogFocus() {
  const returnFocus = useRef<(() => void) | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const handlers = {
    onOpenAutoFocus: (event: Event) => {
      const { activeElement } = document;
      const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
      returnFocus.current = hasFocus ? rememberFocusPosition(activeElement) : null;
      const first = body.current?.querySelector<HTMLElement>(CONTROLS);
      if (!first) return;
      event.preventDefault();
      const control = chosenOf(first) ?? first;
      const dialog = event.currentTarget as HTMLElement;
      (isBelow(control, dialog) ? dialog : control).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { activeElement } = document;
      const restore = returnFocus.current ?? inherited;
      inherited = activeElement?.closest("[role=dialog], [role=alertdialog]") ? restore : null;
      // The dialog's action may have moved the focus already, such as to the next row.
      if (activeElement === document.body) restore?.();
    },
  };
  return { body, handlers };
}

/** The button that closes a dialog. It stays in view while the content scrolls. */
function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className="sticky top-0 z-1 float-right -mt-2 -mr-2 ml-2 grid size-target place-items-center rounded-md bg-surface text-heading hover:bg-surface-2"
    >
      <X className="size-[1.25em]" />
    </button>
  );
}

export interface DialogProps {
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

/** The content of an open `Dialog`. */
export function DialogPanel({ onOpenChange, title: heading, description, children }: DialogProps) {
  const { body, handlers } = useDialogFocus();
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          className={panel}
          {...handlers}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <CloseButton onClose={() => onOpenChange(false)} />
          <RadixDialog.Title className={title}>{heading}</RadixDialog.Title>
          {description && <RadixDialog.Description className={text}>{description}</RadixDialog.Description>}
          <div ref={body} className="mt-6">
            {children}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface ConfirmDialogProps {
  onOpenChange: (open: boolean) => void;
  /** The question that the two buttons answer. */
  question: ReactNode;
  description: ReactNode;
  /** More content above the buttons, such as terms. */
  children?: ReactNode;
  /** The safe choice: an outline `Button`, which gets the focus if it is in view. */
  cancel: ReactNode;
  /** The `Button` that confirms, destructive if something is lost. */
  confirm: ReactNode;
}

/** The content of an open `ConfirmDialog`. */
export function ConfirmPanel({
  onOpenChange,
  question,
  description,
  children,
  cancel,
  confirm,
}: ConfirmDialogProps) {
  const { body, handlers } = useDialogFocus();
  return (
    <AlertDialog.Root open onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={panel} {...handlers}>
          <CloseButton onClose={() => onOpenChange(false)} />
          <AlertDialog.Title className={title}>{question}</AlertDialog.Title>
          <AlertDialog.Description className={text}>{description}</AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <div ref={body} className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>{cancel}</AlertDialog.Cancel>
            {confirm}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
