import { useRef, useState } from "react";
import { errorMessage } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import { commentDraft, useAddComment } from "~/features/quotes";
import { forgetDraft, readDraft, writeDraft } from "~/lib/drafts";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import type { QueueItem } from "../shared/types";
import { keyOf } from "./kinds";
import { useQueueDesk } from "./queue-context";

/** Return the unsent reply to a quote; "" without one. The comment form of the quote's own tab has the same draft. */
export function replyDraft(quoteId: string): string {
  const draft = readDraft(commentDraft(quoteId));
  return typeof draft === "object" && draft !== null && "content" in draft ? String(draft.content) : "";
}

/** Keep the text of a reply until it is sent. */
function useReplyText(quoteId: string) {
  const draft = commentDraft(quoteId);
  const [text, setText] = useState(() => replyDraft(quoteId));
  const typed = useRef(text);
  const show = (next: string) => {
    typed.current = next;
    setText(next);
  };
  return {
    text,
    change: (next: string) => {
      show(next);
      writeDraft(draft, next ? { content: next } : null);
    },
    /** Empties the box. The draft is kept until the server has the reply. */
    clear: () => show(""),
    /** Deletes the draft, unless something else was typed since. */
    forget: () => typed.current === "" && forgetDraft(draft),
    /** Puts an unsent reply back, before anything typed since. */
    restore: (content: string) => {
      const next = typed.current ? `${content}\n\n${typed.current}` : content;
      show(next);
      writeDraft(draft, { content: next });
    },
  };
}

/**
 * Keep and send the reply to a customer. It is shown in the conversation at once; if the server refuses, it is back in
 * the box with the reason. A question leaves the list as soon as its reply is sent.
 */
export function useReply(item: QueueItem, quoteId: string) {
  const { update, refreshSoon } = useQueueDesk();
  const box = useReplyText(quoteId);
  const [sending, setSending] = useState<string | null>(null);
  const [lastSent, setLastSent] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const addComment = useAddComment(quoteId);
  const sendWithKey = useIdempotencyKey(commentDraft(quoteId));
  const key = keyOf(item);
  const isQuestion = item.kind === "question";

  const send = async () => {
    const content = box.text.trim();
    if (!content || sending !== null) return;
    setSending(content);
    setProblem(null);
    box.clear();
    if (isQuestion) update({ type: "acted", key });
    try {
      await sendWithKey({ content }, (idempotencyKey) => addComment.mutateAsync({ content, idempotencyKey }));
      box.forget();
      setLastSent(content);
      if (isQuestion) update({ type: "settled", key, at: Date.now() });
      toast({ title: "Reply sent", description: `${item.customerName} can read it now.` });
    } catch (error) {
      box.restore(content);
      setProblem(errorMessage(error));
      if (isQuestion) update({ type: "refused", key, problem: errorMessage(error) });
      toastError(error, "Couldn't send the reply");
    } finally {
      setSending(null);
      refreshSoon();
    }
  };
  const change = (next: string) => {
    setProblem(null);
    box.change(next);
  };
  return { text: box.text, change, send: () => void send(), sending, problem, lastSent };
}

export type Reply = ReturnType<typeof useReply>;
