import { useState } from "react";
import type { Address } from "~/api/types";
import { readDraft } from "~/lib/drafts";
import { subscribeForPath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { RecordCard } from "~/ui/record-card";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useMakeDefaultAddress } from "../api";
import { addressDraft } from "../use-address-form";
import { AddressDialog } from "./address-dialog";
import { DeleteAddress } from "./delete-address";

/** A saved address with its actions. */
export function AddressCard({ address }: { address: Address }) {
  const { id, label, street, city, state, zipCode, status, isDefault } = address;
  const [editing, setEditing] = useState(() => readDraft(addressDraft(id)) !== null);
  // Every card has the same buttons, so their accessible names contain the address.
  const about = <span className="sr-only">: {label || street}</span>;
  return (
    <RecordCard
      id={`address-${id}`}
      title={label || street}
      subtitle={`${label ? `${street}, ` : ""}${city}, ${state} ${zipCode}`}
      aside={
        (isDefault || status !== "active") && (
          <>
            {isDefault && <span className="text-sm font-semibold text-heading">Default</span>}
            {status !== "active" && <StatusBadge kind="address" status={status} />}
          </>
        )
      }
    >
      <div className="flex flex-wrap gap-3">
        {status === "active" && (
          <ButtonLink to={subscribeForPath(id)} size="sm" variant="secondary">
            <span>Subscribe to Storage{about}</span>
          </ButtonLink>
        )}
        <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
          <span>Edit{about}</span>
        </Button>
        {!isDefault && <MakeDefault address={address} />}
        <DeleteAddress address={address} />
      </div>
      {editing && <AddressDialog address={address} onClose={() => setEditing(false)} />}
    </RecordCard>
  );
}

function MakeDefault({ address: { id, label, street } }: { address: Address }) {
  const makeDefaultAddress = useMakeDefaultAddress();
  const makeDefault = () =>
    attempt("Couldn't change your default address", async () => {
      await makeDefaultAddress.mutateAsync(id);
      toast({
        title: "Default address changed",
        description: `${label || street} is now your default address.`,
      });
    });
  return (
    <Button
      size="sm"
      variant="outline"
      disabled={makeDefaultAddress.isPending}
      onClick={() => void makeDefault()}
    >
      <span>
        Make default<span className="sr-only">: {label || street}</span>
      </span>
    </Button>
  );
}
