import { useState } from "react";
import type { Invoice } from "~/api/types";
import { moneyExact } from "~/lib/format";
import { sayFailed } from "~/lib/say-failed";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import type { Selection } from "../desk/use-selection";
import { type SendResult, useSendInvoices } from "./api";

const counted = (count: number) => `${count} ${count === 1 ? "invoice" : "invoices"}`;

/** Sends the chosen drafts together, and says which could not be and why. */
export function SendBar({ selection, drafts }: { selection: Selection; drafts: readonly Invoice[] }) {
  const [outcome, setOutcome] = useState<{ result: SendResult; asked: readonly Invoice[] } | null>(null);
  const sending = useSendInvoices();
  const chosen = drafts.filter(({ id }) => selection.has(id));
  const sum = chosen.reduce((total, { amount }) => total + Number(amount), 0);

  const send = async () => {
    setOutcome(null);
    try {
      const result = await sending.mutateAsync(selection.ids);
      setOutcome({ result, asked: chosen });
      selection.clear();
      toast({ title: result.sent.length === 1 ? "Invoice Sent" : `${result.sent.length} Invoices Sent` });
    } catch (error) {
      sayFailed(error, "Invoices Not Sent");
    }
  };

  return (
    <div aria-live="polite" className="grid gap-4 empty:hidden">
      {chosen.length > 0 && (
        <section
          aria-label="Chosen invoices"
          className="flex flex-wrap items-center gap-3 rounded-card border border-selected-border bg-selected p-4"
        >
          <p className="pr-2 text-sm font-[650] text-heading tabular-nums">
            {counted(chosen.length)} chosen, {moneyExact(sum)}
          </p>
          <Button
            variant="secondary"
            onClick={() => void send()}
            pending={sending.isPending}
            pendingLabel="Sending..."
          >
            Send them
          </Button>
          {chosen.length < drafts.length && (
            <Button variant="outline" onClick={selection.all}>
              Choose all {drafts.length} drafts shown
            </Button>
          )}
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      {outcome && outcome.result.failed.length > 0 && (
        <Failures {...outcome} onClose={() => setOutcome(null)} />
      )}
    </div>
  );
}

interface FailuresProps {
  result: SendResult;
  asked: readonly Invoice[];
  onClose: () => void;
}

function Failures({ result: { sent, failed }, asked, onClose }: FailuresProps) {
  const nameOf = (id: string) => {
    const invoice = asked.find((each) => each.id === id);
    return invoice ? `${invoice.invoiceNumber}, ${invoice.billToName}` : "An invoice";
  };
  return (
    <section
      aria-label="What was sent"
      className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-border bg-surface p-4 text-sm"
    >
      <div>
        <p className="font-[650] text-heading">
          {counted(sent.length)} sent, {counted(failed.length)} not:
        </p>
        <ul className="mt-1">
          {failed.map(({ id, message }) => (
            <li key={id} className="wrap-anywhere">
              {nameOf(id)}: {message}
            </li>
          ))}
        </ul>
      </div>
      <Button size="sm" variant="outline" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}
