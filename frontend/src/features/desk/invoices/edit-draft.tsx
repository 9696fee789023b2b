import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import * as z from "zod";
import type { Invoice } from "~/api/types";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { DraftFields } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { amountText, parseAmount } from "../shared/money-input";
import { useReviseDraft } from "./api";

const draftSchema = z.object({
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
const resolver = zodResolver(draftSchema);

/** Changes a draft: once it is sent, an invoice stays as it is. */
export function EditDraft({ invoice, what }: { invoice: Invoice; what: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" aria-label={`Edit draft ${what}`} onClick={() => setOpen(true)}>
        Edit draft
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Edit draft"
        description={`${invoice.invoiceNumber} for ${invoice.billToName}.`}
      >
        <DraftForm invoice={invoice} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function useDraft(invoice: Invoice, onClose: () => void) {
  const revise = useReviseDraft();
  return useAppForm({
    resolver,
    defaults: {
      amount: amountText(invoice.amount),
      dueDate: invoice.dueDate ?? undefined,
      description: invoice.description,
    },
    draft: `invoice:${invoice.id}`,
    send: ({ amount, dueDate, description }) =>
      revise.mutateAsync({
        id: invoice.id,
        changes: { amount: parseAmount(amount).amount ?? "", dueDate: dueDate ?? null, description },
      }),
    failed: { title: "Couldn't update the invoice" },
    onSent: () => {
      toast({ title: "Invoice updated" });
      onClose();
    },
  });
}

function DraftForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const draft = useDraft(invoice, onClose);
  const { register, watch, setValue, formState } = draft.form;
  return (
    <Form of={draft} className="grid grid-cols-[minmax(0,1fr)] gap-field">
      <FormAlerts of={draft} />
      <DraftFields
        amount={register("amount")}
        description={register("description")}
        dueDate={watch("dueDate")}
        onDueDate={(day) => setValue("dueDate", day, { shouldDirty: true })}
        errors={formState.errors}
      />
      <FormButtons of={draft} label="Save draft" pendingLabel="Saving..." onClose={onClose} />
    </Form>
  );
}
