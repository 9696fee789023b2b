import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button";

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  /** Renders the open dialog. */
  dialog: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog, small and outlined unless the props say otherwise. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
