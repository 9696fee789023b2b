import type { Comment } from "~/api/types";
import { authorOf } from "~/lib/comment-author";
import { cx } from "~/lib/cx";
import { formatDateTime } from "~/lib/format";

const rule = "h-px flex-1 bg-border";

/** Who is reading the thread. */
export type Viewer = "customer" | "staff";

/** Return the author as shown to the viewer: "You" or "Staff" to the customer, a name to staff. */
function speaker(entry: Comment, viewer: Viewer): string {
  if (entry.isStaffComment) return viewer === "customer" ? "Staff" : `Staff, ${entry.authorName}`;
  if (viewer === "staff") return authorOf(entry);
  return entry.otherSender ? `${entry.otherSender}, not from your address` : "You";
}

/** One entry of a thread: a comment or a status change. The viewer's own comments are on the right. */
export function ThreadEntry({ entry, viewer }: { entry: Comment; viewer: Viewer }) {
  const { commentType, isStaffComment, content, createdAt } = entry;
  const isOwn = isStaffComment === (viewer === "staff") && entry.otherSender === "";
  const when = <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>;
  if (commentType === "status_update") {
    return (
      <p className="flex items-center gap-3 text-xs text-muted-foreground">
        <span aria-hidden className={rule} />
        <span>
          {content}, {when}
        </span>
        <span aria-hidden className={rule} />
      </p>
    );
  }
  return (
    <div
      className={cx(
        "grid max-w-136 gap-[0.3rem]",
        isOwn ? "justify-items-end justify-self-end" : "justify-items-start",
      )}
    >
      <p className="text-xs text-muted-foreground">
        <b className="text-heading">{speaker(entry, viewer)}</b>, {when}
      </p>
      <p
        className={cx(
          "rounded-card px-4 py-3 text-sm leading-normal whitespace-pre-wrap wrap-anywhere",
          isOwn
            ? "rounded-tr-sm bg-secondary text-secondary-foreground"
            : viewer === "staff"
              ? "rounded-tl-sm bg-surface"
              : "rounded-tl-sm bg-surface-2",
        )}
      >
        {content}
      </p>
    </div>
  );
}
