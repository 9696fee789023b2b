import { useEffect, useEffectEvent, useState } from "react";
import { loadPart } from "~/lib/load-part";
import type { ConfirmDialogProps, DialogProps } from "./dialog-panel";
import { toast } from "./toast";

// Most visits open no dialog, and the code that keeps the focus in one is large.
let panels: typeof import("./dialog-panel") | null = null;

/** Load the code of dialogs. Throws PartMissing if it does not arrive. */
export async function loadDialogs() {
  panels ??= await loadPart(() => import("./dialog-panel"));
}

/**
 * Return the code of dialogs once one is open and the code is there; a dialog whose code does not arrive closes and says
 * so. This is not `lazyPart`, whose message needs a place on the page.
 */
function usePanels(open: boolean, onOpenChange: (open: boolean) => void) {
  const [, setLoaded] = useState(panels);
  const isMissing = open && !panels;
  const giveUp = useEffectEvent(() => {
    toast({
      title: "We couldn't open this",
      description: "Check your connection and try again.",
      variant: "destructive",
    });
    onOpenChange(false);
  });
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    loadDialogs().then(
      () => isWanted && setLoaded(panels),
      () => isWanted && giveUp(),
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing]);
  return open ? panels : null;
}

/** A dialog for a small form. Its close button, Escape and a click outside close it. */
export function Dialog({ open, ...rest }: DialogProps & { open: boolean }) {
  const loaded = usePanels(open, rest.onOpenChange);
  return loaded && <loaded.DialogPanel {...rest} />;
}

/** A confirmation before something that is hard to undo. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps & { open: boolean }) {
  const loaded = usePanels(open, rest.onOpenChange);
  return loaded && <loaded.ConfirmPanel {...rest} />;
}
