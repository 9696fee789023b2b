import { useState } from "react";
import type { Address } from "~/api/types";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { useDeleteAddress } from "../api";

/** The button that deletes an address, after a confirmation. The server rejects it for addresses used by storage. */
export function DeleteAddress({ address: { id, label, street, city } }: { address: Address }) {
  const [asking, setAsking] = useState(false);
  const deleteAddress = useDeleteAddress();
  const place = label || street;

  const remove = async () => {
    try {
      await deleteAddress.mutateAsync(id);
      toast({ title: "Address deleted" });
    } catch (error) {
      toastError(error, "Couldn't delete the address");
    }
    setAsking(false);
  };

  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        <span>
          Delete<span className="sr-only">: {place}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Delete this address?"
        description={`${label ? `${label}: ` : ""}${street}, ${city}. Your existing quotes and invoices won't change.`}
        cancel={<Button variant="outline">Keep address</Button>}
        confirm={
          <Button
            variant="destructive"
            pending={deleteAddress.isPending}
            pendingLabel="Deleting..."
            onClick={() => void remove()}
          >
            Delete address
          </Button>
        }
      />
    </>
  );
}
