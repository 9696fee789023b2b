import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { hasFailed } from "~/api/failed";
import { formatMoney } from "~/lib/format";
import { Button } from "~/ui/button";
import { LoadFailed } from "~/ui/load-failed";
import type { SavedReply } from "../shared/types";
import { savedRepliesQuery } from "./saved-replies-api";
import { SavedReplyForm } from "./saved-reply-form";

interface SavedRepliesProps {
  /** What `{name}` and `{price}` stand for; without a price, its placeholder stays for the writer to fill in. */
  values: { name: string; price: string | null };
  /** The typed or last sent reply, which can be saved. */
  typed: string;
  onInsert: (text: string) => void;
}

function fillIn(text: string, { name, price }: SavedRepliesProps["values"]): string {
  const withName = text.replaceAll("{name}", name);
  return price === null ? withName : withName.replaceAll("{price}", formatMoney(price));
}

/** Return a typed reply as a template: the customer's name and price become placeholders. */
function asTemplate(text: string, { name, price }: SavedRepliesProps["values"]): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const withName = name ? text.replace(new RegExp(`(?<![\\w{])${escaped}(?![\\w}])`, "g"), "{name}") : text;
  return price === null ? withName : withName.replaceAll(formatMoney(price), "{price}");
}

/** The office's saved replies: insert one, or save what was just typed. */
export function SavedReplies({ values, typed, onInsert }: SavedRepliesProps) {
  const [open, setOpen] = useState(false);
  const insert = (text: string) => {
    onInsert(fillIn(text, values));
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button size="sm" variant="outline">
          Saved replies
          <ChevronDown className="size-4" />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label="Saved replies"
          className="z-50 grid max-h-[60vh] w-80 max-w-[calc(100vw-1.5rem)] grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto rounded-card border border-border bg-surface p-2 text-sm shadow-raised outline-none"
          onCloseAutoFocus={(event) => {
            // Focus the inserted text, or else the button.
            const box = document.querySelector<HTMLTextAreaElement>("[data-reply]");
            if (!box?.value) return;
            event.preventDefault();
            box.focus();
          }}
        >
          <Replies template={typed && asTemplate(typed, values)} onInsert={insert} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Replies({ template, onInsert }: { template: string; onInsert: (text: string) => void }) {
  const replies = useQuery(savedRepliesQuery);
  const { data } = replies;
  const [form, setForm] = useState<SavedReply | "new" | null>(null);
  const close = () => setForm(null);
  const save = useRef<HTMLButtonElement>(null);
  const wasForm = useRef(false);
  // The form's buttons go with it, and would take the focus with them.
  useEffect(() => {
    if (wasForm.current && !form) save.current?.focus();
    wasForm.current = form !== null;
  }, [form]);
  if (form) {
    return (
      <SavedReplyForm
        reply={form === "new" ? { id: null, title: "", text: template } : form}
        onDone={close}
      />
    );
  }
  return (
    <>
      {hasFailed(replies) && <LoadFailed query={replies}>We couldn't load the saved replies.</LoadFailed>}
      {data?.length === 0 && (
        <p className="px-2 py-1.5 text-xs text-muted-foreground">
          Replies you save appear here, with the customer's name and price filled in.
        </p>
      )}
      <ul className="grid gap-0.5">
        {data?.map((reply) => (
          <li key={reply.id} className="flex items-center">
            <button
              type="button"
              onClick={() => onInsert(reply.text)}
              className="min-h-target min-w-0 flex-1 rounded-md px-2 py-1 text-left hover:bg-surface-2"
            >
              <span className="block truncate font-semibold text-heading">{reply.title}</span>
              <span className="block truncate text-xs text-muted-foreground">{reply.text}</span>
            </button>
            <Button
              size="sm"
              variant="ghost"
              className="px-2!"
              onClick={() => setForm(reply)}
              aria-label={`Edit ${reply.title}`}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      <Button ref={save} size="sm" variant="outline" onClick={() => setForm("new")} disabled={!template}>
        Save as reply
      </Button>
      {!template && (
        <p className="px-2 text-2xs text-muted-foreground">Write a reply first, then save it here.</p>
      )}
    </>
  );
}
