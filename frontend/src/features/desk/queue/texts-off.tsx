import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MessageSquareOff } from "lucide-react";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { Button } from "~/ui/button";
import { Note } from "~/ui/note";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { deskKeys } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { useQueueDesk } from "./queue-context";

/** Offers to turn texts off when the customer's text, email or comment seems to ask for that. */
export function TextsOff({ item }: { item: QueueItem }) {
  const { update, refreshSoon } = useQueueDesk();
  const queryClient = useQueryClient();
  const { customerKey } = item;
  const phone = item.phone ?? "";
  const turnOff = useMutation({
    mutationFn: () => api.post("/api/texts/off", { body: customerKey ? { phone, customerKey } : { phone } }),
  });
  const press = () =>
    attempt("Update Failed", async () => {
      await turnOff.mutateAsync();
      update({ type: "put", item: { ...item, wantsNoTexts: false, textsOff: true }, now: Date.now() });
      refreshSoon();
      if (customerKey) void invalidate(queryClient, deskKeys.customer(customerKey));
      toast({ title: "Texts turned off", description: `We won't text ${phone} anymore.` });
    });
  if (!item.wantsNoTexts || !phone) return null;
  return (
    <Note icon={MessageSquareOff} className="items-center">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        It sounds like they don't want any more texts.
        <Button size="sm" variant="outline" pendingLabel="Saving..." onClick={press}>
          Turn texts off
        </Button>
      </span>
    </Note>
  );
}
