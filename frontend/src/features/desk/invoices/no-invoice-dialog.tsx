import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import type { DeskQuote } from "~/api/types";
import { shortId } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormDialog } from "../shared/form-dialog";
import { useNoInvoiceNeeded } from "./api";

const resolver = zodResolver(z.object({ reason: text({ min: 1, max: 500, message: "Enter a reason" }) }));

interface NoInvoiceDialogProps {
  quote: DeskQuote;
  onClose: () => void;
}

/** Asks why done work needs no invoice. */
export function NoInvoiceDialog({ quote, onClose }: NoInvoiceDialogProps) {
  const setAside = useNoInvoiceNeeded(quote.id);
  const form = useAppForm({
    resolver,
    defaults: { reason: "" },
    draft: `no-invoice:${quote.id}`,
    send: (body) => setAside.mutateAsync(body),
    failed: { title: "Couldn't save it" },
    onSent: () => {
      toast({
        title: "No invoice needed",
        description: `${quote.fullName} is off the list. The history shows who decided.`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title="No invoice needed?"
      description={`Quote ${shortId(quote.id)}, ${quote.fullName}, leaves this list. Your name and the reason are recorded.`}
      label="No invoice needed"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <FormField of={form} name="reason" label="Reason" help="e.g. billed with another quote">
        <Textarea rows={2} maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
