import { useId, useState } from "react";
import { formatMoneyExact } from "~/lib/format";
import { useTextDraft } from "~/lib/use-draft";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { MoneyInput, parseAmount } from "../shared/money-input";
import type { QueueItem } from "../shared/types";
import { useGiveAmount } from "./api";

/** Gives a waiting quote its amount in one line. What is typed survives a failure and a new sign-in. */
export function AmountForm({ item, what }: { item: QueueItem; what: string }) {
  const [text, setText] = useTextDraft(`desk:amount:${item.id}`);
  const [problem, setProblem] = useState<string | null>(null);
  const giveAmount = useGiveAmount(item);
  const problemId = useId();
  const [firstName] = item.customerName.split(" ");

  const send = () => {
    if (giveAmount.isPending) return;
    const { amount, problem: wrong } = parseAmount(text);
    setProblem(wrong ?? (amount === null ? "Enter an amount first" : null));
    if (!amount) return;
    giveAmount.mutate(amount, {
      onSuccess: () => {
        setText("");
        toast({
          title: "Quote Updated",
          description: `Sent. ${firstName} can now accept or decline ${formatMoneyExact(amount)}.`,
        });
      },
      onError: (error) => toastError(error, "Update Failed"),
    });
  };

  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <MoneyInput
          className="flex-1 lg:w-26 lg:flex-none"
          value={text}
          onChange={(next) => {
            setProblem(null);
            setText(next);
          }}
          onEnter={send}
          onEscape={() => {
            setProblem(null);
            setText("");
          }}
          aria-label={`Amount for ${what}`}
          aria-describedby={problem ? problemId : undefined}
          invalid={problem !== null}
          placeholder="0.00"
        />
        <Button
          size="sm"
          variant="secondary"
          onClick={send}
          pending={giveAmount.isPending}
          pendingLabel="Sending..."
          aria-label={`Send ${what}`}
        >
          Send quote
        </Button>
      </div>
      {problem && (
        <p id={problemId} role="alert" className="text-xs font-[550] text-error-text">
          {problem}
        </p>
      )}
    </div>
  );
}
