import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { FormField, TextField } from "~/ui/form/fields";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { EntryButtons } from "../shared/entry-buttons";
import { useDeleteReply, useSaveReply } from "./saved-replies-api";

const resolver = zodResolver(
  z.object({
    title: text({ min: 1, max: 100, message: "Enter a name" }),
    text: text({ min: 1, max: 5000, message: "Write something" }),
  }),
);

interface SavedReplyFormProps {
  /** A new reply has no ID. */
  reply: { id: string | null; title: string; text: string };
  onDone: () => void;
}

/** The form that names, changes or deletes a saved reply. */
export function SavedReplyForm({ reply, onDone }: SavedReplyFormProps) {
  const { id } = reply;
  const save = useSaveReply(id);
  const remove = useDeleteReply(id ?? "");
  const form = useAppForm({
    resolver,
    defaults: { title: reply.title, text: reply.text },
    draft: `saved-reply:${id ?? `new:${reply.text}`}`,
    send: (body, idempotencyKey) => save.mutateAsync({ body, idempotencyKey }),
    failed: { title: "Couldn't save the reply" },
    onSent: () => {
      toast({ title: "Reply saved" });
      onDone();
    },
  });
  const close = () => {
    form.forgetDraft();
    onDone();
  };
  const { setFocus } = form.form;
  useEffect(() => setFocus("title"), [setFocus]);
  return (
    <Form of={form} className="grid gap-3 p-1">
      <FormAlerts of={form} />
      <TextField of={form} name="title" label="Name" maxLength={100} />
      <FormField of={form} name="text" label="Text" help="{name} and {price} are filled in.">
        <Textarea rows={4} maxLength={5000} />
      </FormField>
      <EntryButtons kind="saved reply" remove={id === null ? null : remove} onDone={close} />
    </Form>
  );
}
