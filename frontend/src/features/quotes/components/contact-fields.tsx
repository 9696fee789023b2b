import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import type { QuoteFields } from "../use-quote-form";

/** The customer's name, email and phone number. */
export function ContactFields({ form: { register, formState } }: { form: QuoteFields }) {
  const { errors } = formState;
  return (
    <>
      <Field label="Full name" error={errors.fullName?.message}>
        <TextInput autoComplete="name" {...register("fullName")} />
      </Field>
      <Field label="Phone number" error={errors.phone?.message}>
        <TextInput type="tel" autoComplete="tel" {...register("phone")} />
      </Field>
      <Field label="Email" className="sm:group-has-[fieldset]:col-span-2" error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register("email")} />
      </Field>
    </>
  );
}
