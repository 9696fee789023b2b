import { useQuery } from "@tanstack/react-query";
import { quoteKeys } from "~/api/keys";
import { getQuery } from "~/api/queries";
import type { components } from "~/api/schema.gen";
import { formatCount } from "~/lib/format";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { asNewLedger } from "./ledger";
import type { LedgerActions } from "./use-ledger-actions";

type SuggestedLine = components["schemas"]["SuggestedLine"];

interface StartLinesProps {
  quoteId: string;
  actions: LedgerActions;
}

/** Buttons that add the lines of the estimate that the customer saw, or of last season's proposal. */
export function StartLines({ quoteId, actions }: StartLinesProps) {
  const { data } = useQuery(
    getQuery(quoteKeys.part(quoteId, "line-sources"), "/api/quotes/{quote_id}/line-sources", {
      path: { quote_id: quoteId },
    }),
  );
  if (!data) return null;
  const start = (lines: readonly SuggestedLine[], from: string) => {
    if (!actions.insert(asNewLedger(lines))) return;
    toast({
      title: `${formatCount(lines.length, "line")} added from ${from}`,
      description: "Check the prices before you send them.",
    });
  };
  return (
    <>
      {data.estimate.length > 0 && (
        <Button size="sm" variant="outline" onClick={() => start(data.estimate, "the estimate")}>
          Start from the estimate
        </Button>
      )}
      {data.lastSeason && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => start(data.lastSeason?.lines ?? [], `season ${data.lastSeason?.year}`)}
        >
          Copy from {data.lastSeason.year}
        </Button>
      )}
    </>
  );
}
