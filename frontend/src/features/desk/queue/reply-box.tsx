import { useId } from "react";
import { firstName } from "~/lib/format";
import { Button } from "~/ui/button";
import { inputClass } from "~/ui/text-input";
import type { LiveRow } from "./live-list";
import { SavedReplies } from "./saved-replies";
import { SetAside } from "./set-aside";
import type { Reply } from "./use-reply";

interface ReplyBoxProps {
  row: LiveRow;
  reply: Reply;
  /** The quote's price, for saved replies. */
  amount: string | null;
}

/** Return whether someone else has taken care of the row, or this person has answered its question. */
const isAnswered = ({ item, gone, acted }: LiveRow) => gone || (item.kind === "question" && acted !== null);

/** The box for a reply, always in view under a quote's details. Ctrl or ⌘ with Enter sends it. */
export function ReplyBox({ row, reply, amount }: ReplyBoxProps) {
  const { item } = row;
  const problemId = useId();
  const { text, change, send, sending, problem, lastSent } = reply;
  const name = firstName(item.customerName);
  return (
    <div className="grid flex-none gap-2 border-t border-border bg-surface px-gutter py-3 lg:px-5">
      {problem && (
        <p id={problemId} role="alert" className="text-xs font-[550] text-error-text">
          {problem}
        </p>
      )}
      <textarea
        data-reply
        rows={2}
        maxLength={5000}
        aria-label={`Reply to ${item.customerName}`}
        aria-describedby={problem ? problemId : undefined}
        aria-invalid={problem !== null || undefined}
        placeholder={`Write to ${name}`}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
        }}
        className={`${inputClass} block max-h-48 min-h-14! resize-none field-sizing-content`}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SavedReplies
          values={{ name, price: amount }}
          typed={text.trim() || lastSent}
          onInsert={(words) => change(text.trim() ? `${text.trimEnd()}\n\n${words}` : words)}
        />
        <div className="flex gap-2">
          {!isAnswered(row) && <SetAside item={item} />}
          <Button
            size="sm"
            variant="secondary"
            disabled={!text.trim()}
            pending={sending !== null}
            pendingLabel="Sending..."
            onClick={send}
          >
            Send reply
          </Button>
        </div>
      </div>
    </div>
  );
}
