import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { Honeypot } from "~/ui/honeypot";
import { Segmented } from "~/ui/segmented";
import { Textarea } from "~/ui/textarea";
import { loadRules, useQuoteForm } from "../use-quote-form";
import { AddressFields } from "./address-fields";
import { BuildingFields } from "./building-fields";
import { ContactFields } from "./contact-fields";
import { HouseFields } from "./house-fields";
import { PackageFields } from "./package-fields";

export interface QuoteFormProps {
  /** After a visitor's request was taken. Signed-in people are led to My Services instead. */
  onSent?: () => void;
}

const waysToReach = [
  { value: "email", label: "Email" },
  { value: "sms", label: "Text" },
  { value: "phone", label: "Phone" },
] as const;

/** The request for a quote. It stands in a card with a heading, on the landing page and on /quote. */
export function QuoteForm({ onSent }: QuoteFormProps) {
  const request = useQuoteForm(onSent);
  const { form, sentCount } = request;
  const { register, formState } = form;
  const { errors } = formState;
  return (
    // post: sent before the scripts came, no name or address may end up in the page's address.
    <Form of={request} method="post" onFocusCapture={loadRules} className="relative grid gap-field">
      <FormAlerts of={request} />
      <div className="group grid gap-field sm:grid-cols-2">
        <ContactFields form={form} />
        <AddressFields key={sentCount} form={form} />
      </div>
      <PackageFields form={form} />
      <BuildingFields form={form} />
      <HouseFields form={form} />
      <Segmented
        legend="Best way to reach you"
        options={waysToReach}
        defaultValue="email"
        error={errors.communicationPreference?.message}
        {...register("communicationPreference")}
      />
      <Field label="Anything we should know?" optional error={errors.comments?.message}>
        <Textarea {...register("comments")} />
      </Field>
      <Checkbox {...register("textUpdates")}>Send me text updates about my quote</Checkbox>
      <Honeypot {...register("website")} />
      <div className="grid gap-3">
        <Button type="submit" block pending={request.pending} pendingLabel="Sending your request...">
          Request my free quote
        </Button>
        <p className="text-center text-sm text-muted-foreground">
          No obligation. A detailed quote within 24 hours.
        </p>
      </div>
    </Form>
  );
}
