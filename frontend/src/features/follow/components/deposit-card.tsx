import { useState } from "react";
import { useSearchParams } from "react-router";
import { quoteKeys } from "~/api/keys";
import { statusIn } from "~/api/statuses";
import type { QuoteDetails, QuoteInvoice } from "~/api/types";
import { canPayByCard, isDepositDue } from "~/features/invoices";
import { DepositPayment } from "~/features/payments";
import { followPath } from "~/lib/paths";
import { Card } from "~/ui/card";
import { DepositNotes } from "./deposit-notes";

/** Return the invoice that acceptance created, unless it was canceled. */
export function acceptedInvoice({ invoices }: QuoteDetails): QuoteInvoice | undefined {
  return invoices.find((invoice) => invoice.fromAcceptance && !statusIn("invoice", "void", invoice.status));
}

/**
 * The deposit of an accepted quote, with the card form in place. Someone who has just paid it, or comes back from their
 * bank, sees the outcome. If it was paid before, nothing is shown.
 */
export function DepositCard({ quote, invoice }: { quote: QuoteDetails; invoice: QuoteInvoice }) {
  const [params] = useSearchParams();
  const isPayable = isDepositDue(invoice) && canPayByCard(invoice.dueNow);
  const [isShown] = useState(isPayable || params.has("payment_intent_client_secret"));
  if (!isShown) return null;
  return (
    <Card id="deposit" className="scroll-mt-4">
      <DepositPayment
        invoice={invoice}
        hasDay={quote.progress?.step === "scheduled"}
        returnTo={followPath("quotes", quote.id)}
        shownBy={quoteKeys.one(quote.id)}
        notes={<DepositNotes invoiceNumber={invoice.invoiceNumber} terms={quote.terms} />}
      />
    </Card>
  );
}
