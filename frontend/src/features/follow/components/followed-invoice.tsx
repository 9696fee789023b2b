import { FileText } from "lucide-react";
import { Link } from "react-router";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import {
  canPayByCard,
  invoicePdfPath,
  isDepositDue,
  isDisputed,
  isDue,
  isRestToCome,
  moneyWords,
  owedWords,
  REST_DUE,
  restLater,
  TOO_LITTLE_FOR_CARDS,
} from "~/features/invoices";
import { formatDate, formatIfPositive, formatMoneyExact } from "~/lib/format";
import { checkoutPath, followPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { DisputedNote, disputedRows, disputedTitle } from "~/ui/disputed";
import { PhoneLink } from "~/ui/phone-link";
import { SentRows } from "~/ui/sent-card";
import { formatFullDay } from "../format";
import type { Viewer } from "../use-viewer";
import { FollowCard, FollowLayout } from "./follow-layout";
import { KeepInAccount } from "./keep-in-account";
import { StaffNote } from "./staff-note";
import { type News, StateBand } from "./state-band";

/** An invoice for its customer: what it is for, what is still due, and how to pay it. */
export function FollowedInvoice({ invoice, viewer }: { invoice: Invoice; viewer: Viewer }) {
  const toPay = isDue(invoice) && viewer.is !== "staff";
  const details = <Details invoice={invoice} />;
  return (
    <>
      <StateBand
        {...invoiceNews(invoice)}
        reference={
          <>
            Invoice <span className="tabular-nums">{invoice.invoiceNumber}</span> for {invoice.billToName}
          </>
        }
      />
      <FollowLayout
        first={toPay ? <Pay invoice={invoice} /> : details}
        side={toPay && details}
        rest={
          <>
            {viewer.is === "staff" && <StaffNote />}
            <KeepInAccount viewer={viewer} email={invoice.billToEmail} />
          </>
        }
      />
    </>
  );
}

/** Return the heading and lead for the state of an invoice. */
function invoiceNews(invoice: Invoice): News {
  const { status, paidDate } = invoice;
  if (isDue(invoice)) return dueNews(invoice);
  if (statusIn("invoice", "void", status)) return voidNews(invoice);
  if (isDisputed(invoice))
    return { title: disputedTitle(invoice), lead: <DisputedNote disputed={invoice} /> };
  return {
    title: "This invoice is paid",
    lead: (
      <>
        Thank you. {paidDate && `We received your payment on ${formatFullDay(paidDate)}. `}There's nothing
        left to pay. {owedWords(invoice)}
      </>
    ),
  };
}

/** Return the heading and lead for a canceled invoice. */
function voidNews(invoice: Invoice): News {
  if (invoice.replacedById) {
    return {
      title: "This invoice was replaced",
      lead: (
        <>
          You accepted a new price, so there's nothing to pay here.{" "}
          <Link to={followPath("invoices", invoice.replacedById)}>Open the invoice that replaced it</Link>.
        </>
      ),
    };
  }
  return {
    title: "This invoice was canceled",
    lead: (
      <>
        {moneyWords(invoice) ?? "There's nothing to pay."} Questions? Call <PhoneLink />.
      </>
    ),
  };
}

/** Return the heading and lead for an invoice that has to be paid. */
function dueNews(invoice: Invoice): News {
  if (isDepositDue(invoice) || Number(invoice.dueNow) === 0) return acceptedNews(invoice);
  const amount = formatMoneyExact(invoice.amountDue);
  const day = invoice.dueDate && formatFullDay(invoice.dueDate);
  const byCard = canPayByCard(invoice.amountDue);
  if (invoice.status === "overdue") {
    return {
      title: `${amount} is past due`,
      lead: (
        <>
          {day && `It was due on ${day}. `}
          {byCard ? "Pay online below, or call" : "Call"} <PhoneLink /> if something isn't right.
        </>
      ),
    };
  }
  return {
    title: `${amount} is due`,
    lead: (
      <>
        <b>Please pay {day ? `by ${day}` : "when you can"}</b>
        {byCard && ", online below or by check"}.
      </>
    ),
  };
}

/** Return the heading and lead for the invoice of an accepted quote before the work is done. */
function acceptedNews(invoice: Invoice): News {
  const { amountDue, amountDisputed, dueNow } = invoice;
  if (isDepositDue(invoice)) {
    return {
      title: `Your deposit is due: ${formatMoneyExact(dueNow)}`,
      lead: "Pay online below or by check.",
    };
  }
  const disputed = Number(amountDisputed) > 0;
  return {
    title: disputed ? disputedTitle(invoice) : "Nothing is due right now",
    lead: (
      <>
        {disputed && <DisputedNote disputed={invoice} />} The rest, {formatMoneyExact(amountDue)}, is due{" "}
        {REST_DUE}. We'll email you then.
      </>
    ),
  };
}

function Pay({ invoice }: { invoice: Invoice }) {
  const { id, amountDue, dueNow } = invoice;
  const deposit = isDepositDue(invoice);
  const byCard = canPayByCard(amountDue);
  const hasMore = Number(restLater(invoice)) > 0;
  return (
    <FollowCard title={deposit ? "Pay the deposit" : "Pay this invoice"}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-[650] text-heading">{deposit ? "Due now" : "Still due"}</span>
        <span className="display text-3xl leading-[1.15]">
          {formatMoneyExact(deposit ? dueNow : amountDue)}
        </span>
      </p>
      {!canPayByCard(deposit ? dueNow : amountDue) && (
        <p className="text-sm text-muted-foreground">{TOO_LITTLE_FOR_CARDS}</p>
      )}
      {deposit && canPayByCard(dueNow) && (
        <ButtonLink to={checkoutPath(id, "first")} block>
          Pay {formatMoneyExact(dueNow)}
        </ButtonLink>
      )}
      {byCard && (!deposit || hasMore) && (
        <ButtonLink to={checkoutPath(id)} block variant={hasMore ? "outline" : "primary"}>
          {hasMore ? "Pay all of it now" : "Pay"} {formatMoneyExact(amountDue)}
        </ButtonLink>
      )}
      {byCard && (
        <p className="text-center text-sm text-muted-foreground">
          Card details go directly to Stripe; we never see them.
        </p>
      )}
    </FollowCard>
  );
}

function Details({ invoice }: { invoice: Invoice }) {
  const { sentAt, dueDate } = invoice;
  return (
    <FollowCard title="Your invoice">
      <SentRows
        rows={[
          { label: "For", value: invoice.description },
          { label: "Total", value: formatMoneyExact(invoice.amount) },
          { label: "Deposit", value: invoice.firstAmount && formatMoneyExact(invoice.firstAmount) },
          { label: "Paid", value: formatIfPositive(invoice.amountPaid) },
          ...disputedRows(invoice),
          { label: "Still due", value: isDue(invoice) && formatMoneyExact(invoice.amountDue) },
          { label: "Refunded", value: formatIfPositive(invoice.amountRefunded) },
          { label: "Deposit due", value: invoice.firstDueDate && formatDate(invoice.firstDueDate) },
          {
            label: invoice.firstDueDate ? "Rest due" : "Due date",
            value: dueDate ? formatDate(dueDate) : isRestToCome(invoice) && REST_DUE,
          },
          { label: "Invoice date", value: sentAt && formatDate(sentAt) },
          {
            label: "Billed to",
            value: [invoice.billToName, invoice.billToAddress].filter(Boolean).join("\n"),
          },
        ]}
      />
      <ButtonLink href={invoicePdfPath(invoice.id)} target="_blank" variant="outline" size="sm">
        <FileText className="size-[1.25em]" />
        Open PDF
      </ButtonLink>
    </FollowCard>
  );
}
