import type { Address } from "~/api/types";
import { forgetDraft } from "~/lib/drafts";
import { Dialog } from "~/ui/dialog";
import { addressDraft } from "../use-address-form";
import { AddressForm } from "./address-form";

interface AddressDialogProps {
  address?: Address | undefined;
  open: boolean;
  onClose: () => void;
}

/** The address form in a dialog. Closing it discards what was typed, as in every dialog. */
export function AddressDialog({ address, open, onClose }: AddressDialogProps) {
  const dismiss = () => {
    onClose();
    forgetDraft(addressDraft(address?.id));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || dismiss()}
      title={address ? "Edit address" : "Add an address"}
    >
      <AddressForm address={address} onClose={onClose} />
    </Dialog>
  );
}
