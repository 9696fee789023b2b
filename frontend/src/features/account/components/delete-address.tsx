import { useState } from "react";
import type { Address } from "~/api/types";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { useDeleteAddress } from "../api";

/** The button that deletes an address, after a question. The server refuses one that storage depends on. */
export function DeleteAddress({ address: { id, label, street, city } }: { address: Address }) {
  const [asking, setAsking] = useState(false);
  const deleteAddress = useDeleteAddress();
  const place = label || street;

  const remove = async () => {
    try {
      await deleteAddress.mutateAsync(id);
      toast({ title: "Address Deleted" });
    } catch (error) {
      toastError(error, "Address Not Deleted");
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
        description={`${label ? `${label}: ` : ""}${street}, ${city}. Quotes and invoices that name it stay as they are.`}
        cancel={<Button variant="outline">Keep it</Button>}
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
