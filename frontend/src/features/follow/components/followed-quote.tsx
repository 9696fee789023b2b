import { statusIn } from "~/api/statuses";
import type { QuoteDetails } from "~/api/types";
import {
  type Choices,
  canAnswer,
  canAskAgain,
  isDeclined,
  NextSteps,
  type PricedQuote,
  QuoteSteps,
  requestRows,
  SentEstimate,
  useChoices,
  waitsForAnswer,
} from "~/features/quotes";
import { commaList, formatMoneyExact, shortId } from "~/lib/format";
import { LookPicture } from "~/ui/look-picture";
import { SentRows } from "~/ui/sent-card";
import { agreedAmount, quoteNews } from "../quote-news";
import type { Viewer } from "../use-viewer";
import { type DatedVisit, visitsToCome } from "../visits";
import { AcceptedCard } from "./accepted-card";
import { AnswerCard } from "./answer-card";
import { AskAgainCard } from "./ask-again-card";
import { acceptedInvoice, DepositCard } from "./deposit-card";
import { FollowCard, FollowLayout } from "./follow-layout";
import { InvoiceCard } from "./invoice-card";
import { KeepInAccount } from "./keep-in-account";
import { ProposalCard } from "./proposal-card";
import { Questions } from "./questions";
import { StaffNote } from "./staff-note";
import { StateBand } from "./state-band";
import { BeforeWeCome, VisitCard } from "./visit-card";

interface FollowedQuoteProps {
  quote: QuoteDetails;
  viewer: Viewer;
}

/** The page of a quote for its customer, from the request to the last visit. */
export function FollowedQuote({ quote, viewer }: FollowedQuoteProps) {
  const isStaff = viewer.is === "staff";
  const deposit = acceptedInvoice(quote);
  const choices = useChoices(quote);
  const cards = { quote, viewer, choices };
  return (
    <>
      <StateBand
        {...quoteNews(quote)}
        reference={
          <>
            Quote <span className="tabular-nums">{shortId(quote.id)}</span> for {quote.fullName},{" "}
            {commaList(quote.streetAddress, quote.city)}
          </>
        }
        steps={quote.progress && !isDeclined(quote) && <QuoteSteps progress={quote.progress} />}
        picture={
          quote.look && (
            <LookPicture
              look={quote.look}
              className="aspect-16/10 object-[50%_30%] max-lg:rounded-none lg:aspect-27/18 lg:rounded-t-panel lg:rounded-b-none"
            />
          )
        }
      />
      <FollowLayout
        first={
          <>
            {deposit && !isStaff && <DepositCard key={deposit.id} quote={quote} invoice={deposit} />}
            <FirstCards {...cards} />
          </>
        }
        side={<SideCards {...cards} />}
        rest={
          <>
            {isStaff ? <StaffNote /> : <Questions quote={quote} />}
            <KeepInAccount viewer={viewer} email={quote.email} />
          </>
        }
      />
    </>
  );
}

interface CardsProps extends FollowedQuoteProps {
  choices: Choices;
}

/** The one thing to do, or else what was requested. */
function FirstCards({ quote, viewer, choices }: CardsProps) {
  const toCome = visitsToCome(quote.jobs);
  const isStaff = viewer.is === "staff";
  const proposal = isProposed(quote) && (
    <ProposalCard quote={quote} choices={choices} canChoose={canAnswer(quote) && !isStaff} />
  );
  if (canAskAgain(quote)) {
    return (
      <>
        <Visits toCome={toCome} quote={quote} viewer={viewer} />
        {!isStaff && <AskAgainCard quote={quote} />}
        {proposal || (toCome.length === 0 && <AskedFor quote={quote} viewer={viewer} />)}
      </>
    );
  }
  if (proposal) return proposal;
  if (canAnswer(quote) && !isStaff) return <Answer quote={quote} viewer={viewer} choices={choices} />;
  if (toCome.length === 0) return <AskedFor quote={quote} viewer={viewer} />;
  return <Visits toCome={toCome} quote={quote} viewer={viewer} />;
}

function Visits({ toCome, quote, viewer }: FollowedQuoteProps & { toCome: DatedVisit[] }) {
  return (
    <>
      {toCome.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          quote={quote}
          hasCalendar={viewer.is !== "bearer"}
          canAsk={viewer.is !== "staff"}
        />
      ))}
      {toCome[0]?.kind === "installation" && <BeforeWeCome />}
    </>
  );
}

function Answer({ quote, viewer, choices }: CardsProps & { quote: PricedQuote }) {
  return <AnswerCard quote={quote} choices={choices} accountName={accountName(viewer)} />;
}

function SideCards({ quote, viewer, choices }: CardsProps) {
  const answers = canAnswer(quote) && viewer.is !== "staff";
  const isFirst = !isProposed(quote) && !answers && visitsToCome(quote.jobs).length === 0;
  const isOpen = quote.progress?.next === "price";
  return (
    <>
      {answers && isProposed(quote) && <Answer quote={quote} viewer={viewer} choices={choices} />}
      {/* An invoice whose changed quote waits for a new acceptance is canceled. Its payments are next to the new price. */}
      {quote.invoices
        .filter(({ awaitsYes }) => !awaitsYes)
        .map((invoice) => (
          <InvoiceCard
            key={invoice.id}
            invoice={invoice}
            canPay={viewer.is !== "staff"}
            replacedBy={quote.invoices.find(({ id }) => id === invoice.replacedById)?.invoiceNumber}
          />
        ))}
      {statusIn("quote", "agreed", quote.status) && <AcceptedCard quote={quote} />}
      {isOpen && <SentEstimate estimate={quote.estimate} />}
      {!isFirst && <AskedFor quote={quote} viewer={viewer} />}
      {isOpen && (
        <FollowCard title="What happens next">
          <NextSteps />
        </FollowCard>
      )}
    </>
  );
}

/** Whether the page shows the proposal's lines. Once accepted, they are only summarized. */
const isProposed = (quote: QuoteDetails) =>
  quote.lines.length > 0 && (waitsForAnswer(quote) || canAskAgain(quote));

function AskedFor({ quote, viewer }: { quote: QuoteDetails; viewer: Viewer }) {
  const agreed = statusIn("quote", "agreed", quote.status) && agreedAmount(quote);
  return (
    <FollowCard title="What you asked for">
      <SentRows
        rows={[{ label: "Price", value: agreed && formatMoneyExact(agreed) }, ...requestRows(quote)]}
      />
      {viewer.is !== "staff" && (
        <p className="text-sm text-muted-foreground">Something wrong? Tell us below, or call.</p>
      )}
    </FollowCard>
  );
}

/** Return the account name under which the owner accepts; null for someone who only has the link. */
function accountName(viewer: Viewer): string | null {
  if (viewer.is !== "owner") return null;
  const { firstName, lastName, email } = viewer.user;
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
