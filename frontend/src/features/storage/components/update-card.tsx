import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { errorMessage } from "~/api/errors";
import type { StorageSubscription } from "~/api/types";
import { CardForm, type Ended, Preparing } from "~/features/payments";
import { myServicesPath } from "~/lib/paths";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { cardUpdateQuery } from "../api";
import { sayCardUpdated } from "../use-returned-card";

interface UpdateCardProps {
  subscription: StorageSubscription;
  onClose: () => void;
}

/**
 * The form for another card. It stands in the page and not in a dialog: the bank's own question opens over the page,
 * and a dialog would keep the focus from it.
 */
export function UpdateCard({ subscription: { id }, onClose }: UpdateCardProps) {
  const { data, error, isFetching, refetch } = useQuery(cardUpdateQuery(id));
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const done = ({ kind }: Ended) => {
    if (kind === "canceled") return void refetch();
    sayCardUpdated();
    void queryClient.invalidateQueries({ queryKey: ["storage-subscriptions", "mine"] });
    onClose();
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
          failedTitle="Card Not Updated"
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
          Keep the card you have
        </Button>
      </div>
    </section>
  );
}
