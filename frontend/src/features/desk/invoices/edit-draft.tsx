import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { Invoice } from "~/api/types";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { DraftFields, draftBody, draftSchema } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { amountText } from "../shared/money-input";
import { useReviseDraft } from "./api";

const resolver = zodResolver(draftSchema);

/** Edits a draft. A sent invoice can't be changed. */
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
    send: (values) => revise.mutateAsync({ id: invoice.id, changes: draftBody(values) }),
    failed: { title: "Couldn't update the invoice" },
    onSent: () => {
      toast({ title: "Invoice updated" });
      onClose();
    },
  });
}

function DraftForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const draft = useDraft(invoice, onClose);
  return (
    <Form of={draft} className="grid grid-cols-[minmax(0,1fr)] gap-field">
      <FormAlerts of={draft} />
      <DraftFields form={draft.form} />
      <FormButtons of={draft} label="Save draft" pendingLabel="Saving..." onClose={onClose} />
    </Form>
  );
}
