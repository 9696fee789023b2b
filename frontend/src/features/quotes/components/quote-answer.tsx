import { useState } from "react";
import { packageName } from "~/api/catalog-names";
import { formatMoney, formatMoneyExact } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { type PricedQuote, useAnswerQuote } from "../my-quotes";
import { nextWords } from "../next-words";
import { NextSentence } from "./quote-next";

type Answer = "accept" | "decline";

const done = {
  accept: {
    title: "Quote accepted",
    description: "Thanks! You'll see your date under Services.",
  },
  decline: { title: "Quote declined", description: "Nothing will be scheduled or charged." },
};

/** The buttons that accept and decline a price, each with a confirmation that shows the price. */
export function QuoteAnswer({ quote }: { quote: PricedQuote }) {
  const [asking, setAsking] = useState<Answer | null>(null);
  const answerQuote = useAnswerQuote(quote);
  const amount = formatMoney(quote.quoteAmount);
  const exact = formatMoneyExact(quote.quoteAmount);
  const words = quote.progress && nextWords(quote.progress);
  const close = () => setAsking(null);

  const answer = async (choice: Answer) => {
    try {
      await answerQuote.mutateAsync({ answer: choice });
      toast(done[choice]);
      // The buttons are gone, so the card takes the focus.
      scrollToSection(`quote-${quote.id}`);
    } catch (error) {
      toastError(error, choice === "accept" ? "Couldn't accept the quote" : "Couldn't decline the quote");
    }
    close();
  };

  const isDecline = asking === "decline";
  return (
    <div className="grid gap-4 rounded-md bg-selected px-4 py-4 md:flex md:items-center md:justify-between">
      <p className="text-sm text-foreground">{words && <NextSentence words={words} />}</p>
      <div className="grid gap-3 sm:flex sm:flex-none">
        {/* Not amber: "What's next" has the page's one amber button. */}
        <Button size="sm" variant="secondary" onClick={() => setAsking("accept")}>
          Accept {exact}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsking("decline")}>
          Decline
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => open || close()}
        question={isDecline ? "Decline this quote?" : `Accept this quote for ${amount}?`}
        description={
          isDecline
            ? `You're declining ${amount} for ${packageName(quote.servicePackage)} in ${quote.city}. We won't schedule the work.`
            : `You're accepting ${amount} for ${packageName(quote.servicePackage)} in ${quote.city}. We'll contact you to set the date.`
        }
        cancel={<Button variant="outline">{isDecline ? "Keep quote" : "Not yet"}</Button>}
        confirm={
          <Button
            variant={isDecline ? "destructive" : "primary"}
            pending={answerQuote.isPending}
            pendingLabel="Processing..."
            onClick={() => asking && void answer(asking)}
          >
            {isDecline ? "Decline quote" : `Accept ${exact}`}
          </Button>
        }
      />
    </div>
  );
}
