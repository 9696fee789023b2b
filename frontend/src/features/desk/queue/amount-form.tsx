import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import * as z from "zod";
import { formatMoneyExact } from "~/lib/format";
import { Button } from "~/ui/button";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { MoneyInput, parseAmount } from "../shared/money-input";
import type { QueueItem } from "../shared/types";
import { useGiveAmount } from "./api";

const amountSchema = z.object({
  quoteAmount: z.string().transform((text, context) => {
    const { amount, problem = "Enter an amount first" } = parseAmount(text);
    if (amount) return amount;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  }),
});
const resolver = zodResolver(amountSchema);

function useAmountForm(item: QueueItem) {
  const giveAmount = useGiveAmount(item);
  const [firstName] = item.customerName.split(" ");
  return useAppForm({
    resolver,
    defaults: { quoteAmount: "" },
    draft: `desk:amount:${item.id}`,
    send: async ({ quoteAmount }) => {
      await giveAmount.mutateAsync(quoteAmount);
      return quoteAmount;
    },
    failed: { title: "Update Failed" },
    onSent: (amount) =>
      toast({
        title: "Quote Updated",
        description: `Sent. ${firstName} can now accept or decline ${formatMoneyExact(amount)}.`,
      }),
  });
}

/** Sends the price of a waiting quote from its row. There is no form element, for the reason given at `onEnter`. */
export function AmountForm({ item, what }: { item: QueueItem; what: string }) {
  const { form, submit, pending } = useAmountForm(item);
  const problemId = useId();
  const problem = form.formState.errors.quoteAmount?.message;
  const change = (text: string) => {
    form.clearErrors();
    form.setValue("quoteAmount", text);
  };
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <MoneyInput
          className="flex-1 lg:w-26 lg:flex-none"
          value={form.watch("quoteAmount")}
          onChange={change}
          onEnter={() => submit()}
          onEscape={() => change("")}
          aria-label={`Amount for ${what}`}
          aria-describedby={problem ? problemId : undefined}
          invalid={problem !== undefined}
          placeholder="0.00"
        />
        <Button
          size="sm"
          variant="secondary"
          onClick={() => submit()}
          pending={pending}
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
