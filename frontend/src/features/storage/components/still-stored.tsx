import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { addressesQuery } from "~/api/addresses";
import type { StorageSubscription } from "~/api/types";
import { Note } from "~/ui/note";
import { PhoneLink } from "~/ui/phone-link";
import { isLive } from "../api";
import { isEnding, placeName } from "../words";

/** What we still store although no plan that continues covers it, and how the customer gets it back. */
export function StillStored({ subscriptions }: { subscriptions: readonly StorageSubscription[] }) {
  const { data: saved } = useQuery(addressesQuery);
  const continuing = subscriptions.filter((plan) => isLive(plan) && !isEnding(plan));
  const covered = continuing.flatMap(({ addresses }) => addresses.map(({ id }) => id));
  const stored = saved?.filter(({ id, status }) => status === "items_in_storage" && !covered.includes(id));
  if (!stored?.length) return null;
  return (
    <Note icon={Package}>
      We're storing your decorations from {stored.map(placeName).join("; ")}. Call us at <PhoneLink /> to
      arrange their return.
    </Note>
  );
}
