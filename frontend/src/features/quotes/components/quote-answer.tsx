import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { packageName } from "~/api/catalog-names";
import { hasFailed } from "~/api/failed";
import { useIdempotencyKey } from "~/api/idempotency";
import { quoteKeys } from "~/api/keys";
import type { Quote, QuoteDetails } from "~/api/types";
import { formatDay, formatMoneyExact } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { ErrorState } from "~/ui/error-state";
import { Proposal } from "~/ui/proposal/proposal";
import { SkeletonRegion } from "~/ui/skeleton";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import {
  canAnswer,
  hasDay,
  offerOf,
  type PricedQuote,
  quotePdfPath,
  quoteQuery,
  useAccept,
} from "../my-quotes";
import { nextWords } from "../next-words";
import { DeclineQuote } from "../proposal/decline-quote";
import { ChangedWhileOpen, QuoteChanges } from "../proposal/offer-notes";
import { OfferSum } from "../proposal/offer-sum";
import { Terms } from "../proposal/terms";
import { type Choices, useChoices } from "../proposal/use-choices";
import { NextSentence } from "./quote-next";

/** The offer to a customer, with the buttons to accept and decline it. */
export function QuoteAnswer({ quote: { id } }: { quote: Quote }) {
  const query = useQuery(quoteQuery(id));
  const { data: quote, error } = query;
  const queryClient = useQueryClient();
  const isOutdated = quote !== undefined && !canAnswer(quote);
  useEffect(() => {
    // The list is older than this quote, which was answered or has expired since.
    if (isOutdated)
      void queryClient.invalidateQueries({ queryKey: quoteKeys.mine }, { cancelRefetch: false });
  }, [isOutdated, queryClient]);
  if (quote && canAnswer(quote)) return <Offer quote={quote} />;
  if (error || hasFailed(query)) return <ErrorState title="We couldn't load this quote" query={query} />;
  return <SkeletonRegion label="Loading this quote" bar="h-28 w-full" />;
}

type Offered = QuoteDetails & PricedQuote;

function Offer({ quote }: { quote: Offered }) {
  const choices = useChoices(quote);
  return (
    <>
      <QuoteChanges changes={quote.changes} />
      <ChangedWhileOpen choices={choices} />
      {quote.lines.length > 0 && (
        <Proposal
          as="h3"
          bare
          title="Your quote"
          aside={<PdfLink id={quote.id} />}
          lines={quote.lines}
          chosen={choices.chosen}
          onChoose={choices.choose}
          note={quote.note}
          excludes={quote.excludes}
        />
      )}
      <AnswerPanel quote={quote} choices={choices} />
    </>
  );
}

function PdfLink({ id }: { id: string }) {
  return (
    <a href={quotePdfPath(id)} target="_blank" rel="noreferrer" className="text-link underline">
      Download the PDF
    </a>
  );
}

interface AnswerPanelProps {
  quote: Offered;
  choices: Choices;
}

function AnswerPanel({ quote, choices }: AnswerPanelProps) {
  const words = quote.progress && nextWords(quote.progress);
  return (
    <div className="grid gap-4 rounded-md bg-selected px-4 py-4">
      <OfferSum total={choices.total} deposit={quote.deposit} />
      <div className="grid gap-4 md:flex md:items-center md:justify-between">
        <p className="text-sm text-foreground">
          {words && <NextSentence words={words} />}
          {quote.validUntil && ` Good through ${formatDay(quote.validUntil)}.`}
        </p>
        <div className="grid gap-3 sm:flex sm:flex-none">
          <AcceptQuote quote={quote} choices={choices} />
          {/* The buttons disappear, so the card takes the focus. */}
          <DeclineQuote quote={quote} onDeclined={() => scrollToSection(`quote-${quote.id}`)} />
        </div>
      </div>
    </div>
  );
}

function AcceptQuote({ quote, choices }: AnswerPanelProps) {
  const [isAsking, setAsking] = useState(false);
  const accept = useAcceptOnce(quote, choices);
  const amount = formatMoneyExact(choices.total);
  return (
    <>
      {/* Not amber: "What's next" has the page's one amber button. */}
      <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
        Accept {amount}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        question={`Accept this quote for ${amount}?`}
        description={`You're accepting ${amount} for ${packageName(quote.servicePackage)} in ${quote.city}.${hasDay(quote) ? "" : " We'll contact you to set the date."}`}
        cancel={<Button variant="outline">Not yet</Button>}
        confirm={
          <Button pendingLabel="Processing..." onClick={() => accept().then(() => setAsking(false))}>
            Accept {amount}
          </Button>
        }
      >
        <Terms terms={quote.terms} />
      </ConfirmDialog>
    </>
  );
}

/** Return a function that accepts the quote with these choices and shows the result in a toast. It never throws. */
function useAcceptOnce(quote: Offered, choices: Choices) {
  const acceptQuote = useAccept(quote.id);
  const sendWithKey = useIdempotencyKey(`accept:${quote.id}`);
  return async () => {
    const acceptance = { ...offerOf(quote, choices), termsVersion: quote.terms.version };
    await attempt("Couldn't accept the quote", async () => {
      await sendWithKey(acceptance, (idempotencyKey) =>
        acceptQuote.mutateAsync({ acceptance, idempotencyKey }),
      );
      choices.forget();
      toast({ title: "Quote accepted", description: "Thanks! You'll see your date under Services." });
      scrollToSection(`quote-${quote.id}`);
    });
  };
}
