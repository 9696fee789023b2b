import { History } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useList } from "~/api/pages";
import type { Comment, DeskQuote } from "~/api/types";
import { commentsQuery } from "~/features/quotes";
import { authorOf } from "~/lib/comment-author";
import { cx } from "~/lib/cx";
import { firstName, formatDayTime } from "~/lib/format";
import { Button } from "~/ui/button";
import { NotLoaded } from "~/ui/not-loaded";
import { HistoryList } from "../shared/history-list";
import { DetailsPart } from "./details-frame";
import type { Reply } from "./use-reply";

interface ConversationProps {
  quoteId: string;
  quote: DeskQuote | undefined;
  reply: Reply;
}

/** The comments on a quote, oldest first, with its history on demand. */
export function Conversation({ quoteId, quote, reply }: ConversationProps) {
  const list = useList(commentsQuery(quoteId));
  const { data } = list;
  return (
    <DetailsPart title="Conversation">
      {quote?.comments && (
        <Bubble author={`${firstName(quote.fullName)}'s note`} at={quote.createdAt} text={quote.comments} />
      )}
      {list.hasNextPage && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => void list.fetchNextPage()}
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
        >
          Show earlier comments
        </Button>
      )}
      <NotLoaded query={list} name="the comments" bar="h-12 w-3/5" />
      {data && (
        <div role="log" aria-label="Comments" className="grid gap-2.5">
          {data.toReversed().map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
          {reply.sending !== null && <Bubble ours author="You" at={null} text={reply.sending} />}
        </div>
      )}
      {data?.length === 0 && reply.sending === null && !quote?.comments && (
        <p className="text-xs text-muted-foreground">No comments yet.</p>
      )}
      <QuoteHistory quoteId={quoteId} />
    </DetailsPart>
  );
}

function Entry({ entry }: { entry: Comment }) {
  const { commentType, content, createdAt, isStaffComment } = entry;
  if (commentType === "status_update") {
    return (
      <p className="text-2xs text-muted-foreground">
        {content}, <time dateTime={createdAt}>{formatDayTime(createdAt)}</time>
      </p>
    );
  }
  return <Bubble ours={isStaffComment} author={authorOf(entry)} at={createdAt} text={content} />;
}

interface BubbleProps {
  author: ReactNode;
  /** null while it is being sent. */
  at: string | null;
  text: string;
  ours?: boolean;
}

function Bubble({ author, at, text, ours = false }: BubbleProps) {
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-0.5", ours ? "pl-9" : "pr-9")}>
      <p className="flex justify-between gap-4 text-xs text-muted-foreground">
        <b className="wrap-anywhere text-heading">{author}</b>
        {at ? (
          <time dateTime={at} className="flex-none">
            {formatDayTime(at)}
          </time>
        ) : (
          <span>Sending…</span>
        )}
      </p>
      <p
        className={cx(
          "rounded-md border px-3 py-2 whitespace-pre-wrap wrap-anywhere",
          ours ? "rounded-tr-sm border-transparent bg-surface-2" : "rounded-tl-sm border-border bg-surface",
        )}
      >
        {text}
      </p>
    </div>
  );
}

function QuoteHistory({ quoteId }: { quoteId: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-target items-center gap-2.5 justify-self-start rounded-sm text-xs text-muted-foreground"
      >
        <History className="size-[1.1rem]" />
        <span className="text-link font-semibold">{open ? "Hide history" : "Show history"}</span>
      </button>
      {open && (
        <div id={id}>
          <HistoryList kind="quotes" id={quoteId} />
        </div>
      )}
    </div>
  );
}
