import { zodResolver } from "@hookform/resolvers/zod";
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

const valuesOf = ({ channel, textUpdates }: ContactChoice, number: string) => ({
  channel: channel ?? ("email" as const),
  number,
  textUpdates,
});

/** The form for how the customer wants to be reached. */
export default function ContactChoiceForm({ choice, number }: { choice: ContactChoice; number: string }) {
  const choose = useChooseContact();
  const saving = useAppForm({
    resolver,
    defaults: valuesOf(choice, number),
    send: (values) => choose.mutateAsync(values),
    failed: { title: "Couldn't save how we reach you" },
    onSent: (saved: ContactChoice): void => {
      // The form stays, so it starts again from what was saved.
      saving.form.reset(valuesOf(saved, saved.number));
      toast({ title: "Saved", description: "This applies from our next message on." });
    },
  });
  const { register, watch, formState } = saving.form;
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
