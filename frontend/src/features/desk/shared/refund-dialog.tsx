import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { DialogButton } from "~/ui/dialog-button";
import { FormField, TextField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { aboveZero } from "./amount-rule";
import { FormDialog } from "./form-dialog";
import { paymentAffects } from "./keys";
import { amountText, parseAmount } from "./money-input";
import { useIsOwner } from "./use-is-owner";

const resolver = zodResolver(
  z.object({ amount: aboveZero, reason: text({ min: 1, max: 500, message: "Enter a reason" }) }),
);

interface RefundDialogProps {
  /** The ID of the card payment. */
  paymentId: string;
  /** What is refunded unless another amount is typed, such as "75.00". */
  amount: string;
  /** Whose payment it is and for what. */
  description: string;
  onClose: () => void;
  onRefunded?: () => void;
}

interface RefundButtonProps extends Omit<RefundDialogProps, "onClose" | "onRefunded"> {
  /** Names the payment for screen readers: "card payment of $75.00". */
  what: string;
}

/** The button that refunds a card payment, after asking how much and why. */
export function RefundButton({ what, ...dialog }: RefundButtonProps) {
  if (!useIsOwner())
    return <span className="text-xs text-muted-foreground">Only owners can issue refunds.</span>;
  return (
    <DialogButton
      aria-label={`Refund ${what}`}
      dialog={(onClose) => <RefundDialog {...dialog} onClose={onClose} />}
    >
      Refund
    </DialogButton>
  );
}

interface Refund {
  amount: string | null | undefined;
  reason: string;
  idempotencyKey: string;
}

function useRefund(paymentId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ amount, reason, idempotencyKey }: Refund) =>
      api.post("/api/payments/{card_payment_id}/refund", {
        path: { card_payment_id: paymentId },
        body: { amount, reason },
        idempotencyKey,
      }),
    onSettled: () => void invalidate(queryClient, ...paymentAffects),
  });
}

/** Refunds a card payment or part of it. */
export function RefundDialog({ paymentId, amount, description, onClose, onRefunded }: RefundDialogProps) {
  const refund = useRefund(paymentId);
  const form = useAppForm({
    resolver,
    defaults: { amount: amountText(amount), reason: "" },
    draft: `refund:${paymentId}`,
    send: ({ amount, reason }, idempotencyKey) =>
      refund.mutateAsync({ amount: parseAmount(amount).amount, reason, idempotencyKey }),
    failed: { title: "Couldn't refund the payment" },
    onSent: ({ amountRefunding, amountRefunded }) => {
      toast(
        Number(amountRefunding) > 0
          ? {
              title: "Refund saved",
              description: "Stripe can't be reached right now. We'll send the refund as soon as we can.",
            }
          : { title: "Refund sent", description: `${formatMoneyExact(amountRefunded)} refunded in total.` },
      );
      onClose();
      onRefunded?.();
    },
  });
  const { watch } = form.form;
  const typed = parseAmount(watch("amount")).amount;
  return (
    <FormDialog
      of={form}
      title="Refund this payment?"
      description={description}
      label={typed ? `Refund ${formatMoneyExact(typed)}` : "Refund"}
      pendingLabel="Refunding..."
      onClose={onClose}
    >
      <TextField of={form} name="amount" label="Amount" inputMode="decimal" autoComplete="off" />
      <FormField
        of={form}
        name="reason"
        label="Reason"
        help="The customer gets an email about the refund, without the reason."
      >
        <Textarea rows={2} maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
