import { FormField, TextField } from "~/ui/form/fields";
import { TextInput } from "~/ui/text-input";
import type { QuoteForm } from "../use-quote-form";

/** The customer's name, email and phone number. */
export function ContactFields({ of }: { of: QuoteForm }) {
  return (
    <>
      <TextField of={of} name="fullName" label="Full name" autoComplete="name" />
      <TextField of={of} name="phone" label="Phone number" type="tel" autoComplete="tel" />
      <FormField of={of} name="email" label="Email" className="sm:group-has-[fieldset]:col-span-2">
        <TextInput type="email" autoComplete="email" />
      </FormField>
    </>
  );
}
