import { Controller } from "react-hook-form";
import { Card } from "~/ui/card";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { HeardFromField } from "~/ui/heard-from-field";
import { TextConsent } from "~/ui/text-consent";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { HOME_STATE, type TreeOrderFields } from "../use-tree-order-form";

/** The fields for the recipient, address and preferred day. */
export function DeliveryFields({ form }: { form: TreeOrderFields }) {
  const { register, control } = form;
  const { errors } = form.formState;
  return (
    <Card>
      <h2 className="mb-[1.1rem] text-2xl leading-[1.2]">Delivery information</h2>
      <div className="grid gap-field">
        <Field label="Full name" error={errors.customerName?.message}>
          <TextInput autoComplete="name" {...register("customerName")} />
        </Field>
        <div className="grid gap-field sm:grid-cols-2">
          <Field label="Email" error={errors.customerEmail?.message}>
            <TextInput type="email" autoComplete="email" {...register("customerEmail")} />
          </Field>
          <Field label="Phone" error={errors.customerPhone?.message}>
            <TextInput type="tel" autoComplete="tel" {...register("customerPhone")} />
          </Field>
        </div>
        <AddressFields form={form} />
        <Controller
          control={control}
          name="preferredDeliveryDate"
          render={({ field, fieldState }) => (
            <Field
              label="Preferred delivery date"
              optional
              error={fieldState.error?.message}
              className="max-w-84"
            >
              <DateField value={field.value ?? undefined} onChange={field.onChange} />
            </Field>
          )}
        />
        <Field label="Special instructions" optional error={errors.notes?.message}>
          <Textarea {...register("notes")} />
        </Field>
        <TextConsent box="treeOrder" {...register("textUpdates")} />
        <HeardFromField error={errors.heardFrom?.message} {...register("heardFrom")} />
      </div>
    </Card>
  );
}

function AddressFields({ form: { register, formState } }: { form: TreeOrderFields }) {
  const { errors } = formState;
  return (
    <>
      <Field label="Street address" error={errors.addressLine1?.message}>
        <TextInput autoComplete="address-line1" {...register("addressLine1")} />
      </Field>
      <Field label="Apartment, suite or unit" optional error={errors.addressLine2?.message}>
        <TextInput autoComplete="address-line2" {...register("addressLine2")} />
      </Field>
      <div className="grid grid-cols-[1fr_1.6fr] gap-field sm:grid-cols-[2fr_1fr_1.3fr]">
        <Field label="City" className="max-sm:col-span-2" error={errors.city?.message}>
          <TextInput autoComplete="address-level2" {...register("city")} />
        </Field>
        <Field label="State" error={errors.state?.message}>
          <TextInput
            autoComplete="address-level1"
            maxLength={2}
            defaultValue={HOME_STATE}
            className="uppercase"
            {...register("state")}
          />
        </Field>
        <Field label="ZIP" error={errors.zipCode?.message}>
          <TextInput autoComplete="postal-code" inputMode="numeric" {...register("zipCode")} />
        </Field>
      </div>
    </>
  );
}
