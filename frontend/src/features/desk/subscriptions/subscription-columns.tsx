import { Link } from "react-router";
import { planName } from "~/api/catalog-names";
import type { DeskStorageSubscription } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { formatDate, formatMoney, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import type { Column } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { customerPath } from "../shared/record-links";

/** Return "Ends Dec 5, 2026" for a canceled subscription, "Renews Dec 5, 2026" for others that were paid for. */
function whatIsNext({ status, endsAt, currentPeriodEnd }: DeskStorageSubscription): string {
  if (endsAt) return `${status === "canceled" ? "Ended" : "Ends"} ${formatDate(endsAt)}`;
  return currentPeriodEnd && status !== "incomplete" ? `Renews ${formatDate(currentPeriodEnd)}` : "-";
}

const columns: readonly Column<DeskStorageSubscription>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:max-w-64",
    cell: (row) => (
      <>
        <Link
          className="text-link inline-flex min-h-target items-center font-[650]"
          to={customerPath(row.userId)}
        >
          {row.customerName}
        </Link>
        <span className="block text-xs text-muted-foreground">
          <EmailText address={row.customerEmail} />
        </span>
      </>
    ),
  },
  {
    label: "Plan",
    cell: (row) => planName(row.plan),
  },
  {
    label: "Status",
    cell: (row) => (
      <span>
        <StatusBadge kind="subscription" status={row.status} />
      </span>
    ),
  },
  {
    label: "Card",
    cell: (row) => <span className="tabular-nums">{row.card ? cardName(row.card) : "-"}</span>,
  },
  {
    label: "Next",
    cell: (row) => <span className="tabular-nums">{whatIsNext(row)}</span>,
  },
];

/** The columns of a table of subscriptions, each with a link to its customer. */
export const subscriptionColumns: typeof columns = [
  ...columns,
  {
    label: "Per month",
    align: "right",
    cell: (row) => <span className="tabular-nums">{formatMoney(row.monthlyAmount)}</span>,
  },
];

/** The same for subscriptions past due, with the payment that failed: it may differ from the price per month. */
export const failedPaymentColumns: typeof columns = [
  ...columns,
  {
    label: "Failed",
    align: "right",
    cell: (row) => <span className="tabular-nums">{formatMoneyExact(row.amountDue)}</span>,
  },
];
