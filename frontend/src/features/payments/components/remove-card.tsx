import { useId, useState } from "react";
import type { SavedCard } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useRemoveCard } from "../api";

/**
 * The button that removes a saved card, after a confirmation. It is disabled, with the reason, for a storage plan's
 * card.
 */
export function RemoveCard({ card }: { card: SavedCard }) {
  const [asking, setAsking] = useState(false);
  const reasonId = useId();
  const removeCard = useRemoveCard();
  const name = cardName(card);

  const remove = async () => {
    await attempt("Couldn't remove the card", async () => {
      await removeCard.mutateAsync(card.id);
      toast({ title: "Card removed" });
    });
    setAsking(false);
  };

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabled={card.paysStorage}
        aria-describedby={card.paysStorage ? reasonId : undefined}
        onClick={() => setAsking(true)}
      >
        <span>
          Remove<span className="sr-only">: {name}</span>
        </span>
      </Button>
      {card.paysStorage && (
        <p id={reasonId} className="basis-full text-sm text-muted-foreground">
          To remove it, first update the plan's card under Storage.
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Remove this card?"
        description={`${name} won't be offered anymore when you pay. Your payments and receipts stay.`}
        cancel={<Button variant="outline">Keep card</Button>}
        confirm={
          <Button variant="destructive" pendingLabel="Removing..." onClick={remove}>
            Remove card
          </Button>
        }
      />
    </>
  );
}
