import { Suspense } from "react";
import { loadAhead } from "~/lib/load-part";
import { DialogButton } from "~/ui/dialog-button";
import { lazyPart } from "~/ui/lazy-part";
import type { PricedQuote } from "../my-quotes";

const loadDialog = () => import("./decline-dialog");
const DeclineDialog = lazyPart(loadDialog, { title: "We couldn't load the form" });
const onIntent = loadAhead(loadDialog);

/** The button that declines a quote, after a dialog that asks for an optional reason. */
export function DeclineQuote({ quote, onDeclined }: { quote: PricedQuote; onDeclined?: () => void }) {
  return (
    <DialogButton
      onPointerEnter={onIntent}
      onFocus={onIntent}
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
