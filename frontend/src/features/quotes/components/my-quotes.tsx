import { useList } from "~/api/pages";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { Skeleton } from "~/ui/skeleton";
import { myQuotesQuery } from "../my-quotes";
import { QuoteCard } from "./quote-card";

/** The customer's quotes. */
export function MyQuotes() {
  const quotes = useList(myQuotesQuery());
  return (
    <ListView
      list={quotes}
      name="quotes"
      skeleton={<QuoteSkeleton />}
      empty={
        <EmptyState
          level="h2"
          title="No Quote Requests Yet"
          drawing={<EmptyDrawing name="quotes" />}
          action={<ButtonLink to={paths.quote}>Request New Quote</ButtonLink>}
        >
          Tell us about your place and we'll send a quote within 24 hours.
        </EmptyState>
      }
    >
      {(quote) => <QuoteCard quote={quote} />}
    </ListView>
  );
}

function QuoteSkeleton() {
  return (
    <Card className="grid gap-5">
      <div className="flex justify-between gap-4">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-7 w-28" />
      </div>
      <Skeleton className="h-5 w-full" />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
      <Skeleton className="h-5 w-32" />
    </Card>
  );
}
