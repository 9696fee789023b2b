import { Package } from "lucide-react";
import type { StorageSubscription } from "~/api/types";
import { Note } from "~/ui/note";
import { PhoneLink } from "~/ui/phone-link";
import { isLive } from "../api";
import { isEnding, placeName } from "../words";

/** What we still store although no plan that continues covers it, and how the customer gets it back. */
export function StillStored({ subscriptions }: { subscriptions: readonly StorageSubscription[] }) {
  const continuing = subscriptions.filter((plan) => isLive(plan) && !isEnding(plan));
  const covered = continuing.flatMap(({ addresses }) => addresses.map(({ id }) => id));
  const ofAllPlans = subscriptions.flatMap(({ addresses }) =>
    addresses.map((each) => [each.id, each] as const),
  );
  const stored = [...new Map(ofAllPlans).values()].filter(
    ({ id, status }) => status === "items_in_storage" && !covered.includes(id),
  );
  if (stored.length === 0) return null;
  return (
    <Note icon={Package}>
      We're storing your decorations from {stored.map(placeName).join("; ")}. Call us at <PhoneLink /> to
      arrange their return.
    </Note>
  );
}
