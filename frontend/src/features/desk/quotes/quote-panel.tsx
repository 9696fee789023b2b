import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, ReceiptText } from "lucide-react";
import { addOnName, packageName } from "~/api/catalog-names";
import { invalidate } from "~/api/keys";
import { statusIn } from "~/api/statuses";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { EstimateLines, QuoteThread } from "~/features/quotes";
import { commaList, formatDate } from "~/lib/format";
import { DialogButton } from "~/ui/dialog-button";
import { LookPicture } from "~/ui/look-picture";
import { Facts } from "~/ui/record-card";
import { answerFacts } from "../shared/answer-facts";
import { CallForm, CallList } from "../shared/calls";
import { ContactLinks } from "../shared/contact-links";
import { quoteQuery } from "../shared/create-from-quote";
import { customerKey } from "../shared/customer-key";
import { HistoryList } from "../shared/history-list";
import { InvoiceDialog } from "../shared/invoice-dialog";
import { deskKeys } from "../shared/keys";
import { refreshRow } from "../shared/list-cache";
import { PromiseBadge } from "../shared/promise-badge";
import { AcceptByPhone, EditProposal } from "../shared/proposal-actions";
import { customerFact } from "../shared/record-links";
import { type OpenRow, PanelPart, RowPanel } from "../shared/row-panel";
import { quoteRows } from "../shared/rows";
import { ScheduleDialog } from "../shared/schedule-dialog";
import { sourceFacts } from "../shared/source-words";

/** The details of one quote, and its actions. */
export function QuotePanel({ quote, panel }: { quote: DeskQuote; panel: OpenRow }) {
  const { data: details } = useQuery({ ...quoteQuery(quote.id), refetchOnMount: "always" });
  const queryClient = useQueryClient();
  /** A comment by staff can be the response, which ends the row's deadline. */
  const refreshDeadline = () => {
    void invalidate(queryClient, deskKeys.all);
    void refreshRow(queryClient, quoteRows, quote.id);
  };
  return (
    <RowPanel {...panel}>
      <div className="grid gap-4 lg:flex lg:items-start lg:justify-between">
        <div className="flex flex-wrap items-center gap-3">
          <ContactLinks
            name={quote.fullName}
            phone={quote.phone}
            email={quote.email}
            preference={quote.communicationPreference}
            textsOff={details?.textsOff}
          />
          <PromiseBadge respondBy={quote.respondBy} answeredAt={quote.answeredAt} />
        </div>
        <NextActions quote={quote} details={details} />
      </div>
      <div className="grid items-start gap-6 sm:flex">
        <LookPicture look={quote.look} className="sm:w-72" />
        <div className="grid gap-4">
          <QuoteFacts quote={quote} details={details} />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3 lg:gap-8">
        <PanelPart title="Log a call">
          <CallForm kind="quotes" id={quote.id} />
        </PanelPart>
        <PanelPart title="Calls">
          <CallList kind="quotes" id={quote.id} />
        </PanelPart>
        <PanelPart title="History">
          <HistoryList kind="quotes" id={quote.id} />
        </PanelPart>
      </div>
      <QuoteThread quote={quote} viewer="staff" onSent={refreshDeadline} />
    </RowPanel>
  );
}

interface PartProps {
  quote: DeskQuote;
  /** Undefined until loaded. */
  details: DeskQuoteDetails | undefined;
}

function NextActions({ quote, details }: PartProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <EditProposal quote={quote} />
      {details && <AcceptByPhone quote={details} />}
      {statusIn("quote", "declined", quote.status) ? (
        details?.needsTakedown && (
          <DialogButton
            dialog={(onClose) => <ScheduleDialog quote={quote} kind="takedown" onClose={onClose} />}
          >
            <CalendarPlus className="size-[1.25em]" />
            Schedule takedown
          </DialogButton>
        )
      ) : (
        <>
          <DialogButton dialog={(onClose) => <ScheduleDialog quote={quote} onClose={onClose} />}>
            <CalendarPlus className="size-[1.25em]" />
            Schedule visit
          </DialogButton>
          <DialogButton dialog={(onClose) => <InvoiceDialog quote={quote} onClose={onClose} />}>
            <ReceiptText className="size-[1.25em]" />
            Draft invoice
          </DialogButton>
        </>
      )}
    </div>
  );
}

function QuoteFacts({ quote, details }: PartProps) {
  return (
    <>
      <Facts
        items={[
          { label: "Package", value: packageName(quote.servicePackage) },
          { label: "Add-ons", value: quote.addOns.map(addOnName).join(", ") },
          { label: "Bulbs", value: quote.look?.bulbs },
          {
            label: "Address",
            value: commaList(quote.streetAddress, quote.city),
            wide: true,
          },
          { label: "Square footage", value: quote.squareFootage?.toLocaleString("en-US") },
          { label: "Stories", value: quote.storeys },
          { label: "Front width", value: quote.frontWidthFeet && `${quote.frontWidthFeet} ft` },
          {
            label: "Preferred start",
            value: quote.preferredStartDate && formatDate(quote.preferredStartDate),
          },
          ...answerFacts(details),
          ...sourceFacts(quote),
          { label: "Text updates", value: quote.textUpdates ? "Yes" : "No" },
          customerFact(customerKey(quote), !quote.userId),
        ]}
      />
      {quote.estimate && (
        <PanelPart title="Estimate when requested" className="max-w-120">
          <EstimateLines estimate={quote.estimate} />
        </PanelPart>
      )}
      {quote.comments && (
        <PanelPart title="Customer's note">
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{quote.comments}</p>
        </PanelPart>
      )}
    </>
  );
}
