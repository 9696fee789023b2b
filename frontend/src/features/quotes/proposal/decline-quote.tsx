import { Suspense } from "react";
import { DialogButton } from "~/ui/dialog-button";
import { lazyPart } from "~/ui/lazy-part";
import type { PricedQuote } from "../my-quotes";

const loadDialog = () => import("./decline-dialog");
const DeclineDialog = lazyPart(loadDialog, { title: "We couldn't load the form" });
/** Load the dialog early. If that fails, opening it tries again. */
const preload = () => void loadDialog().catch(() => undefined);

/** The button that declines a quote, after a dialog that asks for an optional reason. */
export function DeclineQuote({ quote, onDeclined }: { quote: PricedQuote; onDeclined?: () => void }) {
  return (
    <DialogButton
      onPointerEnter={preload}
      onFocus={preload}
      dialog={(onClose) => (
        <Suspense>
          <DeclineDialog quote={quote} onKeep={onClose} onDeclined={onDeclined} />
        </Suspense>
      )}
    >
      Decline
    </DialogButton>
  );
}
