import { useId, useState } from "react";
import type { Address } from "~/api/types";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
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
  const [asking, setAsking] = useState(false);
  const deleteAddress = useDeleteAddress();
  const place = label || street;

  const remove = async () => {
    await attempt("Couldn't delete the address", async () => {
      await deleteAddress.mutateAsync(id);
      toast({ title: "Address deleted" });
    });
    setAsking(false);
  };

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabled={reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => setAsking(true)}
      >
        <span>
          Delete<span className="sr-only">: {place}</span>
        </span>
      </Button>
      {reason && (
        <p id={reasonId} className="basis-full text-sm text-muted-foreground">
          {reason}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Delete this address?"
        description={`${label ? `${label}: ` : ""}${street}, ${city}. Your existing quotes and invoices won't change.`}
        cancel={<Button variant="outline">Keep address</Button>}
        confirm={
          <Button variant="destructive" pendingLabel="Deleting..." onClick={remove}>
            Delete address
          </Button>
        }
      />
    </>
  );
}
