import type { Address } from "~/api/types";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
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
  const { register, formState } = saving.form;
  const { errors } = formState;
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
        <Field
          label="Name"
          optional
          help="A name for this place, such as Home or Shop."
          error={errors.label?.message}
        >
          <TextInput autoComplete="off" {...register("label")} />
        </Field>
        <Field label="Street address" error={errors.street?.message}>
          <TextInput autoComplete="address-line1" {...register("street")} />
        </Field>
        <Field label="City" error={errors.city?.message}>
          <TextInput autoComplete="address-level2" {...register("city")} />
        </Field>
        <div className="grid grid-cols-[1fr_1.6fr] gap-field">
          <Field label="State" error={errors.state?.message}>
            <TextInput
              autoComplete="address-level1"
              maxLength={2}
              className="uppercase"
              {...register("state")}
            />
          </Field>
          <Field label="ZIP" error={errors.zipCode?.message}>
            <TextInput autoComplete="postal-code" inputMode="numeric" {...register("zipCode")} />
          </Field>
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
