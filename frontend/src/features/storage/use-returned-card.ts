import { useEffect } from "react";
import { useReturnedOutcome } from "~/features/payments";
import { toast } from "~/ui/toast";

/** Show the toast for a saved card. */
export function toastCardUpdated() {
  toast({ title: "Card updated", description: "Your next payment will use this card." });
}

/** Show the outcome to someone whose bank has sent them back after they confirmed a new card. */
export function useReturnedCard() {
  const returned = useReturnedOutcome();
  useEffect(() => {
    if (returned?.kind === "succeeded") toastCardUpdated();
    if (returned?.kind === "open") {
      toast({
        title: "Couldn't update your card",
        description: returned.reason ?? undefined,
        variant: "destructive",
      });
    }
  }, [returned]);
}
