import { Check } from "lucide-react";
import type { QuoteDetails } from "~/api/types";
import { depositTerms } from "~/features/quotes";
import { business } from "~/lib/business";

interface DepositNotesProps extends Pick<QuoteDetails, "terms"> {
  invoiceNumber: string;
}

/** When the deposit is refunded, quoted from the accepted terms, and how to pay it without a card. */
export function DepositNotes({ invoiceNumber, terms }: DepositNotesProps) {
  return (
    <div className="mt-5 grid gap-3 text-sm wrap-anywhere empty:hidden">
      {depositTerms(terms).map((sentence) => (
        <p key={sentence} className="flex gap-[0.6rem]">
          <Check className="mt-[0.1em] size-[1.25em] flex-none text-success" strokeWidth={2.4} />
          <span>{sentence}</span>
        </p>
      ))}
      {business.address && (
        <p className="text-muted-foreground">
          Rather mail a check? Write <span className="whitespace-nowrap">{invoiceNumber}</span> on it and send
          it to {business.name}, {business.address}.
        </p>
      )}
    </div>
  );
}
