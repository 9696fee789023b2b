import { Card } from "~/ui/card";
import { DayField, FormField, TextField } from "~/ui/form/fields";
import { HeardFromField } from "~/ui/heard-from-field";
import { TextConsent } from "~/ui/text-consent";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { HOME_STATE, type TreeOrderForm } from "../use-tree-order-form";

/** The fields for the recipient, address and preferred day. */
export function DeliveryFields({ of }: { of: TreeOrderForm }) {
  const { register, formState } = of.form;
  return (
    <Card>
      <h2 className="mb-[1.1rem] text-2xl leading-[1.2]">Delivery information</h2>
      <div className="grid gap-field">
        <TextField of={of} name="customerName" label="Full name" autoComplete="name" />
        <div className="grid gap-field sm:grid-cols-2">
          <TextField of={of} name="customerEmail" label="Email" type="email" autoComplete="email" />
          <TextField of={of} name="customerPhone" label="Phone" type="tel" autoComplete="tel" />
        </div>
        <AddressFields of={of} />
        <DayField
          of={of}
          name="preferredDeliveryDate"
          label="Preferred delivery date"
          optional
          className="max-w-84"
        />
        <FormField of={of} name="notes" label="Special instructions" optional>
          <Textarea />
        </FormField>
        <TextConsent box="treeOrder" {...register("textUpdates")} />
        <HeardFromField error={formState.errors.heardFrom?.message} {...register("heardFrom")} />
      </div>
    </Card>
  );
}

function AddressFields({ of }: { of: TreeOrderForm }) {
  return (
    <>
      <TextField of={of} name="addressLine1" label="Street address" autoComplete="address-line1" />
      <FormField of={of} name="addressLine2" label="Apartment, suite or unit" optional>
        <TextInput autoComplete="address-line2" />
      </FormField>
      <div className="grid grid-cols-[1fr_1.6fr] gap-field sm:grid-cols-[2fr_1fr_1.3fr]">
        <FormField of={of} name="city" label="City" className="max-sm:col-span-2">
          <TextInput autoComplete="address-level2" />
        </FormField>
        <FormField of={of} name="state" label="State">
          <TextInput
            autoComplete="address-level1"
            maxLength={2}
            defaultValue={HOME_STATE}
            className="uppercase"
          />
        </FormField>
        <TextField of={of} name="zipCode" label="ZIP" autoComplete="postal-code" inputMode="numeric" />
      </div>
    </>
  );
}
