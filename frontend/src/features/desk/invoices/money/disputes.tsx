import { Check, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { DeskDispute, Proof } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { MetricView } from "../../shared/metric-view";
import { invoicePath, jobPath, quotePath, treeOrderPath } from "../../shared/record-links";
import { Section } from "../../shared/section";
import { useIsOwner } from "../../shared/use-is-owner";
import { disputesQuery } from "./api";
import { AcceptDispute, AnswerDispute } from "./dispute-dialogs";
import { deadlineWords } from "./money-words";

/** The open disputes, each with its deadline and our evidence. */
export function Disputes() {
  return (
    <MetricView query={disputesQuery} name="the disputes" height="h-72">
      {({ open, won, lost }) => (
        <Section title="Disputes" aside={`${open.length} open · this season ${won} won, ${lost} lost`}>
          {open.length === 0 && (
            <p className="text-sm text-muted-foreground">
              No open disputes. If a customer's bank wants a payment back, it appears here with its deadline.
            </p>
          )}
          {open.map((dispute) => (
            <DisputeDetails key={dispute.id} dispute={dispute} />
          ))}
        </Section>
      )}
    </MetricView>
  );
}

function DisputeDetails({ dispute }: { dispute: DeskDispute }) {
  const { customer, amount, reason, proofs, refused } = dispute;
  return (
    <section
      aria-label={`Dispute of ${customer || "an unknown customer"}, ${formatMoneyExact(amount)}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 not-last:border-b not-last:border-border not-last:pb-4"
    >
      <State dispute={dispute} />
      <p className="text-sm wrap-anywhere">
        <b className="font-[650] text-heading">
          {customer || "Unknown customer"}, {formatMoneyExact(amount)}
        </b>
        , <Document dispute={dispute} />. The bank says: “{reason}.”
      </p>
      {refused && (
        <FormAlert>
          Stripe didn't take our last response, so nothing was sent. Try again, or respond in Stripe's
          dashboard.
        </FormAlert>
      )}
      <ul className="grid text-sm">
        {proofs.map((proof) => (
          <ProofRow key={`${proof.kind} ${proof.jobId ?? ""}`} proof={proof} />
        ))}
        {proofs.length === 0 && (
          <li className="text-muted-foreground">
            We have no acceptance, visit or conversation on record for this payment.
          </li>
        )}
      </ul>
      <Actions dispute={dispute} />
    </section>
  );
}

/** The bank's deadline, or the state of our response. */
function State({ dispute: { deadline, action, isSending } }: { dispute: DeskDispute }) {
  if (isSending) {
    return (
      <Line>
        Your {action === "accept" ? "decision" : "answer"} is saved. Stripe can't be reached right now; we'll
        send it as soon as we can.
      </Line>
    );
  }
  if (deadline) {
    return (
      <p className="flex items-center gap-2.5 rounded-md bg-(--tone-red-bg) px-3 py-2.5 text-sm font-[650] text-(--tone-red-fg) outline-1 outline-transparent">
        <TriangleAlert className="size-[1.25em] flex-none" />
        {deadlineWords(deadline)}
      </p>
    );
  }
  return <Line>The bank has our answer and is deciding.</Line>;
}

const Line = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-surface-2 px-3 py-2.5 text-sm font-[550]">{children}</p>
);

function Document({ dispute: { document, invoiceId } }: { dispute: DeskDispute }) {
  if (!invoiceId) return <span>{document}</span>;
  return (
    <Link className="text-link" to={invoicePath(invoiceId)}>
      {document}
    </Link>
  );
}

function pathOf({ quoteId, jobId, treeOrderId }: Proof): string | null {
  if (jobId && quoteId) return jobPath(jobId, quoteId);
  if (quoteId) return quotePath(quoteId);
  if (treeOrderId) return treeOrderPath(treeOrderId);
  return null;
}

function ProofRow({ proof }: { proof: Proof }) {
  const path = pathOf(proof);
  return (
    <li className="grid min-h-9 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-2.5 border-b border-border py-1 last:border-b-0 max-lg:min-h-target">
      <Check className="size-[1.1rem] text-success" strokeWidth={2.4} />
      <span className="wrap-anywhere">{proof.text}</span>
      {path && (
        <Link
          to={path}
          className="text-link inline-flex min-h-6 items-center text-xs max-lg:min-h-target pointer-coarse:min-h-target"
        >
          View<span className="sr-only">: {proof.text}</span>
        </Link>
      )}
    </li>
  );
}

/** The actions: answer or accept. Photos can be added in Stripe's dashboard. */
function Actions({ dispute }: { dispute: DeskDispute }) {
  const owner = useIsOwner();
  const [dialog, setDialog] = useState<"answer" | "accept" | null>(null);
  const close = () => setDialog(null);
  const dashboard = `https://dashboard.stripe.com/payments/${dispute.stripePaymentIntentId}`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {dispute.deadline && !dispute.isSending && (
        <>
          <Button size="sm" onClick={() => setDialog("answer")}>
            Answer dispute
          </Button>
          {owner ? (
            <Button size="sm" variant="outline" onClick={() => setDialog("accept")}>
              Accept dispute
            </Button>
          ) : (
            <span className="text-xs text-muted-foreground">Only owners accept a dispute.</span>
          )}
        </>
      )}
      <a
        className="text-link inline-flex min-h-6 items-center px-1 text-xs max-lg:min-h-target pointer-coarse:min-h-target"
        href={dashboard}
        target="_blank"
        rel="noreferrer"
      >
        Open in Stripe<span className="sr-only">, in a new tab</span>
      </a>
      {dialog === "answer" && <AnswerDispute dispute={dispute} onClose={close} />}
      {dialog === "accept" && <AcceptDispute dispute={dispute} onClose={close} />}
    </div>
  );
}
