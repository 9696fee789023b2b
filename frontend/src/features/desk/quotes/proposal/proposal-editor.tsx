import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "~/ui/error-state";
import { quoteQuery } from "../../shared/create-from-quote";
import { DeskTabBody } from "../../shared/desk-tab-header";
import { TableSkeleton } from "../../shared/table-skeleton";
import { useDeskParams } from "../../shared/use-desk-params";
import { Editor } from "./editor";
import "./proposal.css";

/** The editor of the proposal whose quote is in the URL. */
export default function ProposalEditor() {
  const id = useDeskParams().get("proposal");
  const {
    data: quote,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...quoteQuery(id),
    refetchOnMount: "always",
  });
  if (quote) return <Editor key={id} quote={quote} />;
  return (
    <DeskTabBody>
      {isError ? (
        <ErrorState
          atDesk
          title="We couldn't load this quote"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton label="Loading the proposal" />
      )}
    </DeskTabBody>
  );
}
