import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { useAddComment } from "../my-quotes";
import type { Viewer } from "./thread-entry";

/** Where the unsent comment on a quote is stored. */
export const commentDraft = (quoteId: string) => `comment:${quoteId}`;

const resolver = zodResolver(z.object({ content: text({ min: 1, max: 5000 }) }));

const whatNext = { customer: "We'll reply here.", staff: "The customer can see it in this quote." } as const;

/** The box under a thread. What is typed stays until it is sent, through failures and a new sign-in. */
export function CommentForm({ quoteId, viewer }: { quoteId: string; viewer: Viewer }) {
  const addComment = useAddComment(quoteId);
  const comment = useAppForm({
    resolver,
    defaults: { content: "" },
    draft: commentDraft(quoteId),
    send: ({ content }, idempotencyKey) => addComment.mutateAsync({ content, idempotencyKey }),
    failed: { title: "Error", description: "Failed to add comment" },
    onSent: () => toast({ title: "Comment Added", description: whatNext[viewer] }),
  });
  const { register, watch, formState } = comment.form;

  return (
    <Form of={comment}>
      <Field label="Add a comment" error={formState.errors.content?.message}>
        <Textarea className="min-h-[80px]" maxLength={5000} {...register("content")} />
      </Field>
      <div className="mt-3 flex justify-end">
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          disabled={!watch("content").trim()}
          pending={comment.pending}
          pendingLabel="Sending..."
        >
          Send comment
        </Button>
      </div>
    </Form>
  );
}
