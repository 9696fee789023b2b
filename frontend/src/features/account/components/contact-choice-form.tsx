import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import type { ContactChoice } from "~/api/types";
import { textsHint, waysToReach } from "~/lib/ways-to-reach";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Segmented } from "~/ui/segmented";
import { TextConsent } from "~/ui/text-consent";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { useChooseContact } from "../api";
import { contactSchema } from "../schemas";

const resolver = zodResolver(contactSchema);

const valuesOf = ({ channel, number, textUpdates }: ContactChoice) => ({
  channel: channel ?? ("email" as const),
  number,
  textUpdates,
});

/** The form for how the customer wants to be reached. */
export default function ContactChoiceForm({ choice }: { choice: ContactChoice }) {
  const choose = useChooseContact();
  const saving = useAppForm({
    resolver,
    defaults: valuesOf(choice),
    draft: "contact-choice",
    send: (values) => choose.mutateAsync(values),
    failed: { title: "Couldn't save how we reach you" },
    onSent: () => toast({ title: "Saved", description: "This applies from our next message on." }),
  });
  const { register, watch, reset, formState } = saving.form;
  // What was saved, or asked for with a request since the form was opened.
  useEffect(() => reset(valuesOf(choice), { keepDirtyValues: true }), [choice, reset]);
  return (
    <Form of={saving} className="grid max-w-140 gap-field">
      <FormAlerts of={saving} />
      <p className="text-sm text-muted-foreground">
        Applies to all your quotes and orders. Prices, invoices, receipts and calendar files always come by
        email too.
      </p>
      <Segmented
        legend="Best way to reach you"
        options={waysToReach}
        error={formState.errors.channel?.message}
        {...register("channel")}
      />
      <FormField
        of={saving}
        name="number"
        label="Mobile number"
        optional={watch("channel") !== "sms"}
        help={textsHint(watch("channel"), watch("textUpdates"))}
      >
        <TextInput type="tel" autoComplete="tel" />
      </FormField>
      <TextConsent box="myServices" {...register("textUpdates")} />
      <div>
        <SubmitButton size="sm" variant="secondary" pendingLabel="Saving...">
          Save contact settings
        </SubmitButton>
      </div>
    </Form>
  );
}
