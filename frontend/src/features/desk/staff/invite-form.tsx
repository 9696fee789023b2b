import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { FormField, TextField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Select } from "~/ui/select";
import { toast } from "~/ui/toast";
import { roleNames, useInvite } from "./api";

const resolver = zodResolver(
  z.object({
    email: text({ min: 1, max: 254, message: "Enter an email address" }),
    role: z.enum(["office", "owner"]),
  }),
);

const roles = (["office", "owner"] as const).map((value) => ({ value, label: roleNames[value] }));

/** Invites someone to the staff by email. */
export function InviteForm() {
  const invite = useInvite();
  const form = useAppForm({
    resolver,
    defaults: { email: "", role: "office" as const },
    draft: "invite-staff",
    send: (values, idempotencyKey) => invite.mutateAsync({ ...values, idempotencyKey }),
    failed: { title: "Couldn't send the invitation" },
    onSent: ({ email }) =>
      toast({ title: "Invitation sent", description: `${email} has a week to sign in.` }),
  });
  return (
    <Form of={form} className="grid gap-3 border-t border-border pt-4">
      <h4 className="font-sans font-[650] text-heading">Invite someone</h4>
      <FormAlerts of={form} />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto] sm:items-start">
        <TextField of={form} name="email" label="Email" type="email" autoComplete="off" />
        <FormField of={form} name="role" label="Role">
          <Select options={roles} />
        </FormField>
        <SubmitButton variant="secondary" className="sm:mt-[1.65rem]" pendingLabel="Sending...">
          Send invitation
        </SubmitButton>
      </div>
    </Form>
  );
}
