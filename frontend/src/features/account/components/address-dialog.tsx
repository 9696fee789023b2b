import type { Address } from "~/api/types";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { FormField, TextField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { TextInput } from "~/ui/text-input";
import { useAddressForm } from "../use-address-form";

interface AddressDialogProps {
  /** Omitted for a new address. */
  address?: Address | undefined;
  onClose: () => void;
}

/** The form for an address in a dialog. Closing it discards what was typed. Render it only while it is open. */
export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const saving = useAddressForm(address, onClose);
  const dismiss = () => {
    saving.forgetDraft();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || dismiss()}
      title={address ? "Edit address" : "Add an address"}
    >
      <Form of={saving} className="grid gap-field">
        <FormAlerts of={saving} />
        <FormField
          of={saving}
          name="label"
          label="Name"
          optional
          help="A name for this place, such as Home or Shop."
        >
          <TextInput autoComplete="off" />
        </FormField>
        <TextField of={saving} name="street" label="Street address" autoComplete="address-line1" />
        <TextField of={saving} name="city" label="City" autoComplete="address-level2" />
        <div className="grid grid-cols-[1fr_1.6fr] gap-field">
          <FormField of={saving} name="state" label="State">
            <TextInput autoComplete="address-level1" maxLength={2} className="uppercase" />
          </FormField>
          <TextField of={saving} name="zipCode" label="ZIP" autoComplete="postal-code" inputMode="numeric" />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={dismiss}>
            Cancel
          </Button>
          <SubmitButton pendingLabel="Saving...">Save address</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
