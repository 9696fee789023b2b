import { useId } from "react";
import type { Address } from "~/api/types";
import { ConfirmButton } from "~/ui/confirm-button";
import { toast } from "~/ui/toast";
import { useDeleteAddress } from "../api";

/** Why an address with a status can't be deleted; null if it can. The server has the same rule. */
const reasonsToKeep: Record<Address["status"], string | null> = {
  active: null,
  subscribed:
    "You can't delete this address while your storage plan is for it. Remove it from the plan first.",
  inactive: null,
  items_in_storage:
    "You can't delete this address while we store items from it. Call us to have them returned.",
};

/** The button that deletes an address, after a confirmation. It is disabled, with the reason, for an address in use. */
export function DeleteAddress({ address }: { address: Address }) {
  const { id, label, street, city } = address;
  const reason = reasonsToKeep[address.status];
  const reasonId = useId();
  const deleteAddress = useDeleteAddress();
  const place = label || street;
  return (
    <>
      <ConfirmButton
        variant="ghost"
        disabled={reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        question="Delete this address?"
        description={`${label ? `${label}: ` : ""}${street}, ${city}. Your existing quotes and invoices won't change.`}
        keep="Keep address"
        confirm="Delete address"
        confirming="Deleting..."
        failed="Couldn't delete the address"
        action={async () => {
          await deleteAddress.mutateAsync(id);
          toast({ title: "Address deleted" });
        }}
      >
        <span>
          Delete<span className="sr-only">: {place}</span>
        </span>
      </ConfirmButton>
      {reason && (
        <p id={reasonId} className="basis-full text-sm text-muted-foreground">
          {reason}
        </p>
      )}
    </>
  );
}
