import { BellRing } from "lucide-react";
import { Link } from "react-router";
import { useList } from "~/api/pages";
import { isDue, myInvoicesQuery } from "~/features/invoices";
import { myQuotesQuery, waitsForAnswer } from "~/features/quotes";
import { formatMoneyExact } from "~/lib/format";
import { myServicesPath } from "~/lib/paths";

/** What needs the customer's attention, with links. Renders nothing if there is nothing. */
export function NeedsYou() {
  const quotes = useList(myQuotesQuery()).data?.filter(waitsForAnswer) ?? [];
  const invoices = useList(myInvoicesQuery()).data?.filter(isDue) ?? [];
  const due = invoices.reduce((sum, { amountDue }) => sum + Number(amountDue), 0);
  const waiting = [
    {
      rows: quotes,
      tab: "quotes",
      card: "quote",
      text: `${quotes.length} ${quotes.length === 1 ? "quote is" : "quotes are"} waiting for you`,
    },
    {
      rows: invoices,
      tab: "invoices",
      card: "invoice",
      text: `${invoices.length} ${invoices.length === 1 ? "invoice" : "invoices"} due, ${formatMoneyExact(due)}`,
    },
  ].filter(({ rows }) => rows.length > 0);

  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Waiting for you" className="mt-5 flex flex-wrap gap-3">
      {waiting.map(({ rows, tab, card, text }) => (
        <li key={tab}>
          <Link
            to={myServicesPath(tab, `${card}-${rows.at(-1)?.id}`)}
            replace
            preventScrollReset
            className="inline-flex min-h-target items-center gap-[0.6em] rounded-md border-[1.5px] border-selected-border bg-selected px-4 py-2 text-sm font-semibold text-heading no-underline hover:underline"
          >
            <BellRing aria-hidden className="size-[1.25em] flex-none" strokeWidth={1.75} />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
