import { useState } from "react";
import type { Invoice } from "~/api/types";
import { formatCount, formatMoneyExact } from "~/lib/format";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { ChosenBar, Outcome } from "../shared/chosen-rows";
import type { BatchSend } from "../shared/types";
import type { Selection } from "../shared/use-selection";
import { useSendInvoices } from "./api";

/** Sends the selected drafts, and lists those that couldn't be sent and why. */
export function SendBar({ selection, drafts }: { selection: Selection; drafts: readonly Invoice[] }) {
  const [outcome, setOutcome] = useState<{ result: BatchSend; asked: readonly Invoice[] } | null>(null);
  const sending = useSendInvoices();
  const chosen = drafts.filter(({ id }) => selection.has(id));
  const sum = chosen.reduce((total, { amount }) => total + Number(amount), 0);

  const send = async () => {
    setOutcome(null);
    await attempt("Couldn't send the invoices", async () => {
      const result = await sending.mutateAsync(selection.ids);
      setOutcome({ result, asked: chosen });
      selection.clear();
      if (result.sent.length > 0)
        toast({ title: result.sent.length === 1 ? "Invoice sent" : `${result.sent.length} invoices sent` });
    });
  };

  const nameOf = (id: string) => {
    const invoice = outcome?.asked.find((each) => each.id === id);
    return invoice ? `${invoice.invoiceNumber}, ${invoice.billToName}` : "An invoice";
  };

  return (
    <div aria-live="polite" className="grid gap-4 empty:hidden">
      {chosen.length > 0 && (
        <ChosenBar
          name="Selected invoices"
          words={`${formatCount(chosen.length, "invoice")} selected`}
          selection={selection}
          count={drafts.length}
          noun="drafts"
        >
          <Button variant="secondary" onClick={send} pendingLabel="Sending...">
            Send {formatCount(chosen.length, "invoice")} ({formatMoneyExact(sum)})
          </Button>
        </ChosenBar>
      )}
      {outcome && outcome.result.failed.length > 0 && (
        <Outcome
          name="Result of sending"
          summary={`${formatCount(outcome.result.sent.length, "invoice")} sent, ${formatCount(outcome.result.failed.length, "invoice")} not sent:`}
          left={outcome.result.failed.map(({ id, message }) => ({ id, what: nameOf(id), message }))}
          onClose={() => setOutcome(null)}
        />
      )}
    </div>
  );
}
