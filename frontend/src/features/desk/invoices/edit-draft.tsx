import { useState } from "react";
import * as z from "zod";
import type { Invoice } from "~/api/types";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { DraftFields } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { amountText, parseAmount } from "../shared/money-input";
import { useDeskForm } from "../shared/use-desk-form";
import { useReviseDraft } from "./api";

const draftSchema = z.object({
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
type DraftValues = z.input<typeof draftSchema>;

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
  return useDeskForm<DraftValues>({
    schema: draftSchema,
    defaults: {
      amount: amountText(invoice.amount),
      dueDate: invoice.dueDate ?? undefined,
      description: invoice.description,
    },
    draft: `invoice:${invoice.id}`,
    send: async ({ amount, dueDate, description }) => {
      await revise.mutateAsync({
        id: invoice.id,
        changes: { amount: parseAmount(amount).amount ?? "", dueDate: dueDate ?? null, description },
      });
      toast({ title: "Invoice Updated" });
    },
    failed: "Invoice Not Updated",
    onDone: onClose,
  });
}

function DraftForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { form, element, problem, submit, forgetDraft } = useDraft(invoice, onClose);
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-field">
      {problem && <FormAlert>{problem}</FormAlert>}
      <DraftFields
        amount={form.register("amount")}
        description={form.register("description")}
        dueDate={form.watch("dueDate")}
        onDueDate={(day) => form.setValue("dueDate", day, { shouldDirty: true })}
        errors={form.formState.errors}
      />
      <FormButtons
        label="Save draft"
        pendingLabel="Saving..."
        pending={form.formState.isSubmitting}
        forgetDraft={forgetDraft}
        onClose={onClose}
      />
    </form>
  );
}
