import type { FormEvent } from "react";
import { ApiError } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import { sayFailed } from "~/lib/say-failed";
import { useTextDraft } from "~/lib/use-draft";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { useAddComment } from "../my-quotes";
import type { Viewer } from "./thread-entry";

/** Where the unsent comment on a quote is kept. */
export const commentDraft = (quoteId: string) => `comment:${quoteId}`;

const readers = { customer: "Staff", staff: "The customer" } as const;

/** The box under a thread. What is typed stays until it is sent, through failures and a new sign-in. */
export function CommentForm({ quoteId, viewer }: { quoteId: string; viewer: Viewer }) {
  const [text, setText] = useTextDraft(commentDraft(quoteId));
  const idempotencyKey = useIdempotencyKey();
  const addComment = useAddComment(quoteId);
  const content = text.trim();

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!content || addComment.isPending) return;
    addComment.mutate(
      { content, idempotencyKey: idempotencyKey.get() },
      {
        onSuccess: () => {
          idempotencyKey.renew();
          setText("");
          toast({ title: "Comment Added", description: `${readers[viewer]} will see it in this quote.` });
        },
        onError: (error) => {
          // The key was used for other words: what stands in the box now is a new comment.
          if (error instanceof ApiError && error.status === 409) idempotencyKey.renew();
          sayFailed(error, "Error", "Failed to add comment");
        },
      },
    );
  };

  return (
    <form onSubmit={send} noValidate>
      <Field label="Add a comment">
        <Textarea
          className="min-h-[80px]"
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="mt-3 flex justify-end">
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          disabled={!content}
          pending={addComment.isPending}
          pendingLabel="Sending..."
        >
          Send comment
        </Button>
      </div>
    </form>
  );
}
