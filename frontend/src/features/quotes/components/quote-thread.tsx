import { useQuery } from "@tanstack/react-query";
import { ChevronDown, MessageSquare } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Comment, Quote } from "~/api/types";
import { packageName } from "~/lib/catalog-names";
import { cx } from "~/lib/cx";
import { readDraft } from "~/lib/drafts";
import { shortId } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { commentsQuery } from "../my-quotes";
import { CommentForm, commentDraft } from "./comment-form";
import { ThreadEntry, type Viewer } from "./thread-entry";

interface QuoteThreadProps {
  quote: Quote;
  /** Whose screen it is on: staff read who of them wrote, and the customer's name. */
  viewer?: Viewer;
}

/** The talk about a quote, folded up until somebody wants it; only then is it asked for. */
export function QuoteThread({ quote, viewer = "customer" }: QuoteThreadProps) {
  // Somebody who comes back from signing in finds the comment they were writing.
  const [open, setOpen] = useState(() => readDraft(commentDraft(quote.id)) !== null);
  const panelId = useId();
  const { data: thread } = useQuery({ ...commentsQuery(quote.id), enabled: open });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-border pt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-target w-full items-center gap-[0.6rem] rounded-sm text-left text-sm font-semibold text-heading"
      >
        <MessageSquare aria-hidden className="size-[1.25em] flex-none" strokeWidth={1.75} />
        Comments{thread && ` (${thread.length})`}
        <span className="sr-only">
          {" "}
          on {packageName(quote.servicePackage)}, quote {shortId(quote.id)}
        </span>
        <ChevronDown
          aria-hidden
          strokeWidth={1.75}
          className={cx(
            "ml-auto size-[1.25em] flex-none transition-transform duration-(--duration-base)",
            open && "rotate-180",
          )}
        />
      </button>
      {open && (
        <div id={panelId} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Thread quoteId={quote.id} viewer={viewer} />
          <CommentForm quoteId={quote.id} viewer={viewer} />
        </div>
      )}
    </div>
  );
}

function Thread({ quoteId, viewer }: { quoteId: string; viewer: Viewer }) {
  const { data, isError, refetch, isFetching } = useQuery(commentsQuery(quoteId));
  if (data) return <Entries thread={data} viewer={viewer} />;
  if (isError) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormAlert>The comments did not load.</FormAlert>
        <Button variant="outline" size="sm" onClick={() => void refetch()} disabled={isFetching}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <SkeletonRegion label="The comments are loading" className="grid gap-4">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="h-12 w-1/2 justify-self-end" />
    </SkeletonRegion>
  );
}

function Entries({ thread, viewer }: { thread: Comment[]; viewer: Viewer }) {
  const region = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer thread is shown from its end
  useEffect(() => {
    if (region.current) region.current.scrollTop = region.current.scrollHeight;
  }, [thread.length]);

  if (thread.length === 0) {
    return <p className="text-sm text-muted-foreground">No comments yet. Start the conversation!</p>;
  }
  return (
    <div
      ref={region}
      role="log"
      aria-label="Comments"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="grid max-h-64 content-start gap-4 overflow-y-auto rounded-sm"
    >
      {thread.map((entry) => (
        <ThreadEntry key={entry.id} entry={entry} viewer={viewer} />
      ))}
    </div>
  );
}
