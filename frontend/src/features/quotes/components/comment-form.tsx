import { loadAhead } from "~/lib/load-part";
import { FormField } from "~/ui/form/fields";
import { Form, SubmitButton } from "~/ui/form/form";
import { lazyResolver } from "~/ui/form/lazy-resolver";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { commentDraft } from "../comment-draft";
import { useAddComment } from "../my-quotes";
import type { Viewer } from "./thread-entry";

const loadRules = () => import("../comment-rules");
const resolver = lazyResolver<{ content: string }, { content: string }>(loadRules);

const sentMessages = {
  customer: "We'll reply here.",
  staff: "The customer can see it in this quote.",
} as const;

export interface CommentFormProps {
  quoteId: string;
  viewer: Viewer;
  /** Called after the toast. */
  onSent?: (() => void) | undefined;
}

/** The comment box under a thread. What is typed is kept until it is sent, through failures and signing in again. */
export default function CommentForm({ quoteId, viewer, onSent }: CommentFormProps) {
  const addComment = useAddComment(quoteId);
  const comment = useAppForm({
    resolver,
    defaults: { content: "" },
    draft: commentDraft(quoteId),
    send: ({ content }, idempotencyKey) => addComment.mutateAsync({ content, idempotencyKey }),
    failed: { title: "Error", description: "Failed to add comment" },
    staysOpen: true,
    onSent: () => {
      toast({ title: "Comment Added", description: sentMessages[viewer] });
      onSent?.();
    },
  });
  const { watch } = comment.form;

  return (
    <Form of={comment} onFocusCapture={loadAhead(loadRules)}>
      <FormField of={comment} name="content" label="Add a comment">
        <Textarea className="min-h-[80px]" maxLength={5000} />
      </FormField>
      <div className="mt-3 flex justify-end">
        <SubmitButton
          variant="secondary"
          size="sm"
          disabled={!watch("content").trim()}
          pendingLabel="Sending..."
        >
          Send comment
        </SubmitButton>
      </div>
    </Form>
  );
}
