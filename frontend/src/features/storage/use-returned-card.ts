import { useEffect } from "react";
import { useReturnedOutcome } from "~/features/payments";
import { toast } from "~/ui/toast";

/** The toast of a card that is kept for the next payments. */
export function sayCardUpdated() {
  toast({ title: "Card updated", description: "Your next payment will use this card." });
}

/** Says how it went, to somebody whose bank wanted to see them before their new card was kept. */
export function useReturnedCard() {
  const returned = useReturnedOutcome();
  useEffect(() => {
    if (returned?.kind === "succeeded") sayCardUpdated();
    if (returned?.kind === "open") {
      toast({
        title: "Couldn't update your card",
        description: returned.reason ?? undefined,
        variant: "destructive",
      });
    }
  }, [returned]);
}
