import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import type { SavedCard } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { NotLoaded } from "~/ui/not-loaded";
import { TitledCard } from "~/ui/titled-card";
import { configQuery, isNotSetUp, savedCardsQuery } from "../api";
import { RemoveCard } from "./remove-card";

/** The customer's saved cards at Stripe. Hidden if card payments are not set up. */
export function SavedCards() {
  const config = useQuery(configQuery);
  const cards = useQuery(savedCardsQuery);
  const { data } = cards;
  if (isNotSetUp(config.error)) return null;
  return (
    <TitledCard
      id="saved-cards"
      title="Saved cards"
      text="Stripe keeps them; we never see their numbers. A card you saved is charged only when you choose it while you pay."
      className="gap-4"
    >
      <NotLoaded query={cards} name="your saved cards" bar="h-5 w-3/5" />
      {data?.length === 0 && (
        <p className="text-sm">No saved cards. To save one, check the box in the card form when you pay.</p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Your saved cards">
          {data.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function CardRow({ card }: { card: SavedCard }) {
  const { expMonth, expYear, expired, paysStorage } = card;
  const until = `${String(expMonth).padStart(2, "0")}/${expYear}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-3 last:pb-0">
      <CreditCard className="size-6 flex-none text-muted-foreground" />
      <span className="grid min-w-40 flex-1">
        <b className="font-[550] text-heading">{cardName(card)}</b>
        {expired ? (
          <span className="text-sm font-[550] text-error-text">
            Expired {until}. It's not offered anymore when you pay.
          </span>
        ) : (
          <span className="text-sm text-muted-foreground">Expires {until}</span>
        )}
        {paysStorage && <span className="text-sm text-muted-foreground">Pays for your storage plan</span>}
      </span>
      <RemoveCard card={card} />
    </li>
  );
}
