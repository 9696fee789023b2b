import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { errorMessage } from "~/api/errors";
import { whatsNextKey } from "~/api/keys";
import type { StorageSubscription } from "~/api/types";
import { CardForm, type Ended, Preparing, useConfirmation } from "~/features/payments";
import { myServicesPath } from "~/lib/paths";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { cardUpdateQuery, myChargesKey, myStorageQuery } from "../api";
import { toastCardUpdated } from "../use-returned-card";

interface UpdateCardProps {
  subscription: StorageSubscription;
  /** Called after a card was saved. */
  onSaved: () => void;
  onClose: () => void;
}

/**
 * The form that replaces the card. It is not in a dialog, because a dialog would keep the focus away from the bank's
 * own prompt, which opens over the page.
 */
export function UpdateCard({ subscription: { id, status }, onSaved, onClose }: UpdateCardProps) {
  const { data, error, isFetching, refetch } = useQuery(cardUpdateQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const done = ({ kind }: Ended) => {
    if (kind === "canceled") return void refetch();
    toastCardUpdated({ isPastDue: status === "past_due" });
    onSaved();
  };

  return (
    <section aria-labelledby={`card-${id}`} className="grid max-w-120 gap-5 border-t border-border pt-5">
      <h3 id={`card-${id}`} ref={heading} tabIndex={-1} className="font-sans outline-none">
        Update your card
      </h3>
      {data && (
        <CardForm
          clientSecret={data.clientSecret}
          returnTo={myServicesPath("storage")}
          label="Save card"
          cardOnly
          failedTitle="Couldn't update your card"
          onOutcome={done}
        />
      )}
      {!data && !error && <Preparing />}
      {error && <FormAlert>{errorMessage(error)}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        {error && (
          <Button
            size="sm"
            onClick={() => void refetch()}
            pending={isFetching}
            pendingLabel="Trying again..."
          >
            Try again
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={onClose}>
          Keep current card
        </Button>
      </div>
    </section>
  );
}

/** Shown once Stripe has saved the card. Our server learns of it a moment later and retries a failed payment. */
export function AwaitCard({ subscription: { id, card, status } }: { subscription: StorageSubscription }) {
  const queryClient = useQueryClient();
  const state = useConfirmation({
    ask: () => queryClient.fetchInfiniteQuery({ ...myStorageQuery(), staleTime: 0 }),
    isThere: ({ pages }) => {
      const now = pages.flatMap(({ rows }) => rows).find((row) => row.id === id);
      return now?.card?.last4 !== card?.last4 || now?.status !== status;
    },
    invalidates: [myChargesKey, whatsNextKey],
  });
  if (state !== "waiting") return null;
  return (
    <p role="status" className="text-sm text-muted-foreground">
      Your new card will show here in a moment.
    </p>
  );
}
