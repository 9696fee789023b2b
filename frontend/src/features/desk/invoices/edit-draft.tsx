import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { Invoice } from "~/api/types";
import { invoiceQuery } from "~/features/invoices";
import { formatDate } from "~/lib/format";
import { DialogButton } from "~/ui/dialog-button";
import { toast } from "~/ui/toast";
import { DraftFields, draftBody, draftSchema } from "../shared/draft-fields";
import { FormDialog } from "../shared/form-dialog";
import { amountText } from "../shared/money-input";
import { NewerNote } from "../shared/newer-note";
import type { Difference } from "../shared/use-row-edit";
import { useVersionForm } from "../shared/use-version-form";
import { useReviseDraft } from "./api";

const resolver = zodResolver(draftSchema);

const read = ({ amount, dueDate, description }: Invoice) => ({
  amount: amountText(amount),
  dueDate: dueDate ?? "",
  description,
});

/** How someone else's change of a field is shown. */
const fields = {
  amount: { label: "Amount", show: (amount: string) => `$${amount}` },
  dueDate: { label: "Due date", show: formatDate },
  description: { label: "Description", show: (text: string) => text },
};

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
  const queryClient = useQueryClient();
  const revise = useReviseDraft();
  const { app: draft, newer } = useVersionForm({
    resolver,
    row: invoice,
    read,
    draft: `invoice-draft:${invoice.id}`,
    fetchNewest: () => queryClient.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 }),
    save: (values, { updatedAt }) =>
      revise.mutateAsync({ id: invoice.id, changes: { ...draftBody(values), updatedAt } }),
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
      {newer && <NewerNote changes={newer.differences.map(changeWords)} />}
      <DraftFields of={draft} />
    </FormDialog>
  );
}

function changeWords({ name, from, to }: Difference) {
  const { label, show } = fields[name as keyof typeof fields];
  return { label, before: from && show(from), after: to && show(to) };
}
