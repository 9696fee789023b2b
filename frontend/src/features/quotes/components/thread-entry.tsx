import type { Comment } from "~/api/types";
import { cx } from "~/lib/cx";
import { dateTime } from "~/lib/format";

const rule = "h-px flex-1 bg-border";

/** One entry of a thread: what somebody said, or what changed. */
export function ThreadEntry({
  entry: { commentType, isStaffComment, content, createdAt },
}: {
  entry: Comment;
}) {
  const when = <time dateTime={createdAt}>{dateTime(createdAt)}</time>;
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
        isStaffComment ? "justify-items-start" : "justify-items-end justify-self-end",
      )}
    >
      <p className="text-xs text-muted-foreground">
        <b className="text-heading">{isStaffComment ? "Staff" : "You"}</b>, {when}
      </p>
      <p
        className={cx(
          "rounded-card px-4 py-3 text-sm leading-normal whitespace-pre-wrap wrap-anywhere",
          isStaffComment
            ? "rounded-tl-sm bg-surface-2"
            : "rounded-tr-sm bg-secondary text-secondary-foreground",
        )}
      >
        {content}
      </p>
    </div>
  );
}
