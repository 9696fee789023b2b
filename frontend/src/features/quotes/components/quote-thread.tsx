import { ChevronDown, MessageSquare } from "lucide-react";
import { type RefObject, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { packageName } from "~/api/catalog-names";
import { type ListResult, useList } from "~/api/pages";
import type { Comment, Quote } from "~/api/types";
import { cx } from "~/lib/cx";
import { readDraft } from "~/lib/drafts";
import { shortId } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { NotLoaded } from "~/ui/not-loaded";
import { Skeleton } from "~/ui/skeleton";
import { commentDraft } from "../comment-draft";
import { commentsQuery } from "../my-quotes";
import type { CommentFormProps } from "./comment-form";
import { ThreadEntry, type Viewer } from "./thread-entry";

const CommentForm = lazyPart(() => import("./comment-form"), { title: "We couldn't load the comment box" });

interface QuoteThreadProps {
  quote: Quote;
  /** Who is reading it. Staff see the name of each author. */
  viewer?: Viewer;
  /** Called after a comment was sent. */
  onSent?: () => void;
}

/** The comments on a quote. They load when the thread is expanded. */
export function QuoteThread({ quote, viewer = "customer", onSent }: QuoteThreadProps) {
  // The thread opens for a link to it, and if there is an unsent comment, for example after signing in again.
  const { hash, key } = useLocation();
  const id = `comments-${quote.id}`;
  const isAsked = hash === `#${id}`;
  const [open, setOpen] = useState(() => isAsked || readDraft(commentDraft(quote.id)) !== null);
  const [followed, setFollowed] = useState(key);
  if (followed !== key) {
    setFollowed(key);
    if (isAsked) setOpen(true);
  }
  const panelId = useId();
  const { data: thread, hasNextPage } = useList({ ...commentsQuery(quote.id), enabled: open });
  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-border pt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-target w-full items-center gap-[0.6rem] rounded-sm text-left text-sm font-semibold text-heading"
      >
        <MessageSquare className="size-[1.25em] flex-none" />
        Comments{thread && ` (${thread.length}${hasNextPage ? "+" : ""})`}{" "}
        <span className="sr-only">
          on {packageName(quote.servicePackage)}, quote {shortId(quote.id)}
        </span>
        <ChevronDown
          className={cx(
            "ml-auto size-[1.25em] flex-none transition-transform duration-(--duration-base)",
            open && "rotate-180",
          )}
        />
      </button>
      {open && (
        <div id={panelId}>
          <OpenThread quoteId={quote.id} viewer={viewer} onSent={onSent} />
        </div>
      )}
    </div>
  );
}

/** The comments on a quote and the comment box, without the button that expands them. */
export function OpenThread(props: CommentFormProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Thread quoteId={props.quoteId} viewer={props.viewer} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <CommentForm {...props} />
      </Suspense>
    </div>
  );
}

function Thread({ quoteId, viewer }: { quoteId: string; viewer: Viewer }) {
  const list = useList(commentsQuery(quoteId));
  const { data } = list;
  if (data) return <Entries newestFirst={data} list={list} viewer={viewer} />;
  return (
    <NotLoaded query={list} name="the comments" className="grid gap-4">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="h-12 w-1/2 justify-self-end" />
    </NotLoaded>
  );
}

interface EntriesProps {
  newestFirst: Comment[];
  list: ListResult<Comment>;
  viewer: Viewer;
}

/** The comments, oldest first, scrolled to the newest. A button loads earlier ones. */
function Entries({ newestFirst, list, viewer }: EntriesProps) {
  const region = useRef<HTMLDivElement>(null);
  useScrollToNewest(region, newestFirst);

  if (newestFirst.length === 0) {
    return <p className="text-sm text-muted-foreground">No comments yet. Start the conversation!</p>;
  }
  const showEarlier = async () => {
    const { hasNextPage } = await list.fetchNextPage();
    // The button disappears, so the focus moves first.
    if (!hasNextPage) region.current?.focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      {list.isFetchNextPageError && <FormAlert>We couldn't load the earlier comments.</FormAlert>}
      {list.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          onClick={() => void showEarlier()}
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
        >
          Show earlier comments
        </Button>
      )}
      <div
        ref={region}
        role="log"
        aria-label="Comments"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="grid max-h-64 w-full content-start gap-4 overflow-y-auto rounded-sm [overflow-anchor:none]"
      >
        {newestFirst.toReversed().map((entry) => (
          <ThreadEntry key={entry.id} entry={entry} viewer={viewer} />
        ))}
      </div>
    </div>
  );
}

/** Scroll to the end for a new comment. When earlier ones load above, keep the visible ones in place. */
function useScrollToNewest(region: RefObject<HTMLDivElement | null>, newestFirst: Comment[]) {
  const newest = newestFirst[0]?.id;
  const oldest = newestFirst.at(-1)?.id;
  const shown = useRef({ newest: "", height: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the thread grows at either end
  useLayoutEffect(() => {
    const box = region.current;
    if (!box || !newest) return;
    const grownBy = box.scrollHeight - shown.current.height;
    box.scrollTop = newest === shown.current.newest ? box.scrollTop + grownBy : box.scrollHeight;
    shown.current = { newest, height: box.scrollHeight };
  }, [newest, oldest]);
}
