import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import type { CurrentUser } from "~/api/types";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { useSaveProfile } from "../api";
import { profileSchema } from "../schemas";

const resolver = zodResolver(profileSchema);

/** The form for the customer's own name. */
export default function NameForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { firstName, lastName } = user;
  const saveProfile = useSaveProfile();
  const saving = useAppForm({
    resolver,
    defaults: { firstName, lastName },
    draft: "name",
    send: (values) => saveProfile.mutateAsync(values),
    failed: { title: "Couldn't save your name" },
    onSent: () => {
      toast({ title: "Name saved" });
      onClose();
    },
  });
  const cancel = () => {
    saving.forgetDraft();
    onClose();
  };
  const { setFocus } = saving.form;
  // The button that opened the form is gone.
  useEffect(() => setFocus("firstName"), [setFocus]);

  return (
    <Form of={saving} className="grid max-w-140 gap-field">
      <FormAlerts of={saving} />
      <div className="grid gap-field sm:grid-cols-2">
        <TextField of={saving} name="firstName" label="First name" autoComplete="given-name" />
        <TextField of={saving} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="sm" variant="secondary" pendingLabel="Saving...">
          Save name
        </SubmitButton>
        <Button size="sm" variant="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
