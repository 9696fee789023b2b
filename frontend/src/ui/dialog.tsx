import { useEffect, useEffectEvent, useState } from "react";
import { loadPart } from "~/lib/load-part";
import type { ConfirmDialogProps, DialogProps } from "./dialog-panel";
import { toast } from "./toast";

// Loaded on demand: most visits open no dialog, and the code that traps the focus is large.
let panels: typeof import("./dialog-panel") | null = null;

/** Load the code of dialogs. Throws PartMissing if it does not arrive. */
export async function loadDialogs() {
  panels ??= await loadPart(() => import("./dialog-panel"));
}

/**
 * Return the code of dialogs once a dialog is open and the code has loaded. If it does not arrive, show a toast and
 * close the dialog. This is not a `lazyPart`, whose error message needs a place on the page.
 */
function usePanels(open: boolean, onOpenChange: (open: boolean) => void) {
  const [, setLoaded] = useState(panels);
  const isMissing = open && !panels;
  const closeWithToast = useEffectEvent(() => {
    toast({
      title: "We couldn't open this",
      description: "Check your connection and try again.",
      variant: "destructive",
    });
    onOpenChange(false);
  });
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    loadDialogs().then(
      () => isCurrent && setLoaded(panels),
      () => isCurrent && closeWithToast(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isMissing]);
  return open ? panels : null;
}

/** A dialog for a small form. Its close button, Escape and a click outside close it. */
export function Dialog({ open, ...rest }: DialogProps & { open: boolean }) {
  const loaded = usePanels(open, rest.onOpenChange);
  return loaded && <loaded.DialogPanel {...rest} />;
}

/** A confirmation before an action that is hard to undo. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps & { open: boolean }) {
  const loaded = usePanels(open, rest.onOpenChange);
  return loaded && <loaded.ConfirmPanel {...rest} />;
}
