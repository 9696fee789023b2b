import { useEffect } from "react";
import { useReturnedOutcome } from "~/features/payments";
import { toast } from "~/ui/toast";

/** Show the toast for a saved card. If a payment has failed, our server retries it with the new card at once. */
export function toastCardUpdated({ isPastDue = false } = {}) {
  toast({
    title: "Card updated",
    description: isPastDue
      ? "We're trying your last payment again with this card."
      : "Your plan's payments will use this card.",
  });
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
