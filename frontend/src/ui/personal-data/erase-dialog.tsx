import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "~/api/client";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "../alert";
import { Button } from "../button";
import { Dialog } from "../dialog";
import { FormField } from "../form/fields";
import { Form, FormAlerts, SubmitButton } from "../form/form";
import { useAppForm } from "../form/use-app-form";
import { TextInput } from "../text-input";
import type { ErasurePlan } from "./plan";

interface EraseDialogProps {
  /** The key of the person's page on the desk; null for the user's own data. */
  customerKey: string | null;
  plan: ErasurePlan;
  onClose: () => void;
  onErased: () => void;
}

const resolver = zodResolver(
  z.object({ email: text({ min: 1, max: 254, message: "Type the email address" }) }),
);

/** Asks for the email address, then permanently erases the person's data. */
export function EraseDialog({ customerKey, plan, onClose, onErased }: EraseDialogProps) {
  const own = customerKey === null;
  const erase = useMutation({
    mutationFn: (body: { email: string }) =>
      customerKey === null
        ? api.post("/api/account/erasure", { body })
        : api.post("/api/desk/customers/{key}/erasure", { path: { key: customerKey }, body }),
  });
  const form = useAppForm({
    resolver,
    defaults: { email: "" },
    draft: `erase:${customerKey ?? "me"}`,
    send: (values) => erase.mutateAsync(values),
    failed: { title: "Nothing was erased" },
    onSent: onErased,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={own ? "Erase your data?" : "Erase this person's data?"}
      description={`This can't be undone. ${erasureSummary(plan, own)}`}
    >
      <Form of={form} className="grid gap-field">
        <FormAlerts of={form} />
        <FormField of={form} name="email" label={`Type ${plan.email} to confirm`}>
          <TextInput type="email" autoComplete="off" />
        </FormField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Keep the data
          </Button>
          <SubmitButton variant="destructive" pendingLabel="Erasing...">
            Erase everything
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function erasureSummary({ keptYears }: ErasurePlan, own: boolean): string {
  return `${own ? "Your" : "Their"} account, requests, messages, addresses, links and saved cards are deleted at once. Invoices, payments, acceptances and consents are kept for ${keptYears} years, as tax law requires, but no list or search shows them.`;
}

/** All reasons why the data can't be erased yet. */
export function ErasureReasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <FormAlert>
      <span>This can't be erased yet:</span>
      <ul className="mt-1 list-disc pl-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </FormAlert>
  );
}
