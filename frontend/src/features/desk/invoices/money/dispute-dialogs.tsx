import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import type { DeskDispute } from "~/api/types";
import { commaList, formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormDialog } from "../../shared/form-dialog";
import { MetricView } from "../../shared/metric-view";
import { disputeAnswerQuery, useAcceptDispute, useAnswerDispute } from "./api";

const answerResolver = zodResolver(z.object({ statement: text({ max: 2000 }) }));
const acceptResolver = zodResolver(z.object({}));

interface DialogProps {
  dispute: DeskDispute;
  onClose: () => void;
}

/** Labels for Stripe's evidence fields. */
const evidenceNames: Record<string, string> = {
  customer_name: "Customer",
  customer_email_address: "Email",
  billing_address: "Address",
  product_description: "What was paid for",
  service_date: "Service date",
  refund_policy_disclosure: "Terms they accepted",
  uncategorized_text: "What happened",
};

/** Return the toast's text. While the bank still has a deadline, Stripe couldn't be reached, and the worker retries. */
const sentWords = (bankDeadline: string | null, sent: string) =>
  bankDeadline ? "Stripe can't be reached right now. We'll send it as soon as we can." : sent;

/** Return whose payment a dispute is about, how much and for what: "Patricia Hayes, $599.00, Invoice INV-2026-00012." */
const paymentWords = ({ customer, amount, document }: DeskDispute) =>
  `${commaList(customer || "Unknown customer", formatMoneyExact(amount), document)}.`;

/** Shows the evidence before it is sent to the bank. */
export function AnswerDispute({ dispute, onClose }: DialogProps) {
  const answer = useAnswerDispute(dispute.id);
  const form = useAppForm({
    resolver: answerResolver,
    defaults: { statement: "" },
    draft: `dispute-answer:${dispute.id}`,
    send: ({ statement }, idempotencyKey) => answer.mutateAsync({ statement, idempotencyKey }),
    failed: { title: "Couldn't answer the dispute" },
    onSent: ({ bankDeadline }) => {
      toast({
        title: "Answer saved",
        description: sentWords(bankDeadline, "Sent to the bank. You'll get an email when it decides."),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title="Answer this dispute?"
      description={`${paymentWords(dispute)} You can answer only once. The bank reads this and decides, usually within two months.`}
      label="Send answer"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <FormField
        of={form}
        name="statement"
        label="Your statement"
        optional
        help="In a few sentences: what you did, and when. It comes first."
      >
        <Textarea rows={3} maxLength={2000} />
      </FormField>
      <Evidence paymentId={dispute.id} />
    </FormDialog>
  );
}

/** The evidence, as the bank gets it. */
function Evidence({ paymentId }: { paymentId: string }) {
  return (
    <MetricView query={disputeAnswerQuery(paymentId)} name="what we have on record" height="h-40">
      {({ evidence }) => (
        <section
          aria-label="What we send"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be focusable
          tabIndex={0}
          className="max-h-64 overflow-y-auto rounded-md border border-border px-3.5 py-3 text-xs"
        >
          <dl className="grid gap-2">
            {evidence.map(({ name, text }) => (
              <div key={name}>
                <dt className="font-semibold text-heading">{evidenceNames[name] ?? name}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </MetricView>
  );
}

/** Accepts the dispute, after a confirmation. */
export function AcceptDispute({ dispute, onClose }: DialogProps) {
  const accept = useAcceptDispute(dispute.id);
  const form = useAppForm({
    resolver: acceptResolver,
    defaults: {},
    draft: `dispute-accept:${dispute.id}`,
    send: (_, idempotencyKey) => accept.mutateAsync(idempotencyKey),
    failed: { title: "Couldn't accept the dispute" },
    onSent: ({ bankDeadline }) => {
      toast({
        title: bankDeadline ? "Decision saved" : "Dispute accepted",
        description: sentWords(bankDeadline, "The bank has been notified."),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title="Accept this dispute?"
      description={`${formatMoneyExact(dispute.amount)} stays with ${dispute.customer || "the customer"}, and Stripe keeps its dispute fee. You can't undo this.`}
      label="Accept dispute"
      pendingLabel="Accepting..."
      cancelLabel="Keep it open"
      onClose={onClose}
    />
  );
}
