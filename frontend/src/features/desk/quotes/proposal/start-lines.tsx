import { useQuery } from "@tanstack/react-query";
import { api } from "~/api/client";
import { quoteKeys } from "~/api/keys";
import type { components } from "~/api/schema.gen";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { asNewLedger } from "./ledger";
import type { LedgerWork } from "./use-ledger-work";

type SuggestedLine = components["schemas"]["SuggestedLine"];

interface StartLinesProps {
  quoteId: string;
  work: LedgerWork;
}

/** What a proposal can start from, one button each: the estimate that the customer saw, and last season's lines. */
export function StartLines({ quoteId, work }: StartLinesProps) {
  const { data } = useQuery({
    queryKey: quoteKeys.part(quoteId, "line-sources"),
    queryFn: ({ signal }) =>
      api.get("/api/quotes/{quote_id}/line-sources", { path: { quote_id: quoteId }, signal }),
  });
  if (!data) return null;
  const start = (lines: readonly SuggestedLine[], from: string) => {
    if (!work.insert(asNewLedger(lines))) return;
    const count = lines.length === 1 ? "1 line" : `${lines.length} lines`;
    toast({ title: `${count} added from ${from}`, description: "Check the figures before you send them." });
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
