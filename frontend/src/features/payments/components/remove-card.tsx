import { useId } from "react";
import type { SavedCard } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { ConfirmButton } from "~/ui/confirm-button";
import { toast } from "~/ui/toast";
import { useRemoveCard } from "../api";

/**
 * The button that removes a saved card, after a confirmation. It is disabled, with the reason, for a storage plan's
 * card.
 */
export function RemoveCard({ card }: { card: SavedCard }) {
  const reasonId = useId();
  const removeCard = useRemoveCard();
  const name = cardName(card);
  return (
    <>
      <ConfirmButton
        variant="ghost"
        disabled={card.paysStorage}
        aria-describedby={card.paysStorage ? reasonId : undefined}
        question="Remove this card?"
        description={`${name} won't be offered anymore when you pay. Your payments and receipts stay.`}
        keep="Keep card"
        confirm="Remove card"
        confirming="Removing..."
        failed="Couldn't remove the card"
        action={async () => {
          await removeCard.mutateAsync(card.id);
          toast({ title: "Card removed" });
        }}
      >
        <span>
          Remove<span className="sr-only">: {name}</span>
        </span>
      </ConfirmButton>
      {card.paysStorage && (
        <p id={reasonId} className="basis-full text-sm text-muted-foreground">
          To remove it, first update the plan's card under Storage.
        </p>
      )}
    </>
  );
}
