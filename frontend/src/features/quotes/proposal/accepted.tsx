import { FileText } from "lucide-react";
import type { QuoteDetails } from "~/api/types";
import { ButtonLink } from "~/ui/button";
import { quotePdfPath } from "../my-quotes";
import { AcceptedLines } from "./accepted-lines";

/** What was accepted, by whom and when, with a link to the PDF. */
export function Accepted({ quote }: { quote: QuoteDetails }) {
  return (
    <>
      <AcceptedLines quote={quote} />
      <ButtonLink href={quotePdfPath(quote.id)} target="_blank" variant="outline" size="sm">
        <FileText className="size-[1.25em]" />
        Download the PDF
      </ButtonLink>
    </>
  );
}
