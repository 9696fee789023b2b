import { zodResolver } from "@hookform/resolvers/zod";
import type { Invoice } from "~/api/types";
import { DialogButton } from "~/ui/dialog-button";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { DraftFields, draftBody, draftSchema } from "../shared/draft-fields";
import { FormDialog } from "../shared/form-dialog";
import { amountText } from "../shared/money-input";
import { useReviseDraft } from "./api";

const resolver = zodResolver(draftSchema);

/** Edits a draft. A sent invoice can't be changed. */
export function EditDraft({ invoice, what }: { invoice: Invoice; what: string }) {
  return (
    <DialogButton
      aria-label={`Edit draft ${what}`}
      dialog={(onClose) => <DraftDialog invoice={invoice} onClose={onClose} />}
    >
      Edit draft
    </DialogButton>
  );
}

function DraftDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const revise = useReviseDraft();
  const draft = useAppForm({
    resolver,
    defaults: {
      amount: amountText(invoice.amount),
      dueDate: invoice.dueDate ?? "",
      description: invoice.description,
    },
    draft: `invoice-draft:${invoice.id}`,
    send: (values) =>
      revise.mutateAsync({
        id: invoice.id,
        changes: { ...draftBody(values), updatedAt: invoice.updatedAt },
      }),
    failed: { title: "Couldn't update the invoice" },
    onSent: () => {
      toast({ title: "Invoice updated" });
      onClose();
    },
  });
  return (
    <FormDialog
      of={draft}
      title="Edit draft"
      description={`${invoice.invoiceNumber} for ${invoice.billToName}.`}
      label="Save draft"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <DraftFields of={draft} />
    </FormDialog>
  );
}
