import { Link } from "react-router";
import { formatDayTime, formatMoneyExact } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { FormAlert } from "~/ui/alert";
import { DetailsFrame, type DetailsProps, KeyValues } from "./details-frame";
import { StepBar } from "./step-bar";
import { WhoPaid } from "./who-paid";

/** The details of a payment or a failed message that belongs to no quote or order. */
export function OtherDetails(props: DetailsProps) {
  const { row } = props;
  const { summary, question, amount, email, createdAt, customerKey, invoiceId, terms, status } = row.item;
  return (
    <DetailsFrame {...props} footer={!row.gone && <StepBar item={row.item} />}>
      {row.problem && <FormAlert>{row.problem}</FormAlert>}
      <p className="wrap-anywhere">{summary}</p>
      {question && <p className="text-xs wrap-anywhere text-muted-foreground">{question}</p>}
      {terms && <AcceptedTerms terms={terms} />}
      {status === "unassigned" && !row.gone && <WhoPaid item={row.item} />}
      <KeyValues
        items={[
          { label: "Amount", value: amount && formatMoneyExact(amount) },
          { label: "Email", value: email },
          { label: "Since", value: formatDayTime(createdAt) },
          {
            label: "Customer",
            value: customerKey && (
              <Link className="text-link" to={deskPath("customers", { person: customerKey })}>
                View customer
              </Link>
            ),
          },
          {
            label: "Invoice",
            value: invoiceId && (
              <Link className="text-link" to={deskPath("invoices", { open: invoiceId })}>
                View invoice
              </Link>
            ),
          },
        ]}
      />
    </DetailsFrame>
  );
}

/** The accepted terms about refunds; `terms` has one sentence per line. */
function AcceptedTerms({ terms }: { terms: string }) {
  return (
    <section className="rounded-md bg-surface-2 px-3.5 py-3 text-xs">
      <h4 className="font-semibold text-heading">The terms they accepted</h4>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4">
        {terms.split("\n").map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
