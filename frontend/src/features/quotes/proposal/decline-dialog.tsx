import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { choices } from "~/api/catalog.gen";
import { packageName } from "~/api/catalog-names";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Select } from "~/ui/select";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { type PricedQuote, useDecline } from "../my-quotes";

const reasons = choices.declineReason;

type Reason = keyof typeof reasons;

const resolver = zodResolver(
  z.object({ reason: z.enum(["", ...(Object.keys(reasons) as Reason[])]), note: text({ max: 1000 }) }),
);

interface DeclineDialogProps {
  quote: PricedQuote;
  onKeep: () => void;
  onDeclined: (() => void) | undefined;
}

/** The dialog that declines a quote and asks for the reason. */
export default function DeclineDialog({ quote, onKeep, onDeclined }: DeclineDialogProps) {
  const { quoteAmount, servicePackage, city } = quote;
  const decline = useDecline(quote.id);
  const form = useAppForm({
    resolver,
    defaults: { reason: "", note: "" },
    draft: `decline:${quote.id}`,
    send: ({ reason, note }, idempotencyKey) =>
      decline.mutateAsync({ why: { ...(reason && { reason }), ...(note && { note }) }, idempotencyKey }),
    failed: { title: "Couldn't decline the quote" },
    onSent: () => {
      toast({ title: "Quote declined", description: "Nothing will be scheduled or charged." });
      onKeep();
      onDeclined?.();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onKeep()}
      title="Decline this quote?"
      description={`You're declining ${formatMoneyExact(quoteAmount)} for ${packageName(servicePackage)} in ${city}. We won't schedule the work.`}
    >
      <Form of={form} className="grid gap-5">
        <FormAlerts of={form} />
        <FormField of={form} name="reason" label="Why?" optional>
          <Select
            placeholder="Rather not say"
            options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
          />
        </FormField>
        <FormField of={form} name="note" label="Anything we should know?" optional>
          <Textarea rows={2} />
        </FormField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onKeep}>
            Keep quote
          </Button>
          <SubmitButton variant="destructive" pendingLabel="Processing...">
            Decline quote
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
