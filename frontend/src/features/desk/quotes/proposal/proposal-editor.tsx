import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import { ErrorState } from "~/ui/error-state";
import { quoteQuery } from "../../shared/create-from-quote";
import { DeskTabBody } from "../../shared/desk-tab-header";
import { isSettled } from "../../shared/proposal-actions";
import { TableSkeleton } from "../../shared/table-skeleton";
import { useDeskParams } from "../../shared/use-desk-params";
import { Editor } from "./editor";
import { SettledProposal } from "./settled-proposal";
import "./proposal.css";

/** The editor of the proposal whose quote is in the URL, or the proposal alone once its lines are final. */
export default function ProposalEditor() {
  const id = useDeskParams().get("proposal");
  const query = useQuery({ ...quoteQuery(id), refetchOnMount: "always" });
  const { data: quote } = query;
  if (quote && isSettled(quote)) return <SettledProposal key={id} quote={quote} />;
  if (quote) return <Editor key={id} quote={quote} />;
  return (
    <DeskTabBody>
      {hasFailed(query) ? (
        <ErrorState atDesk title="We couldn't load this quote" query={query} />
      ) : (
        <TableSkeleton label="Loading the proposal" />
      )}
    </DeskTabBody>
  );
}
