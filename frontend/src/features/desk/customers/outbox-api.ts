import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import { invalidate } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import { formatPhone } from "~/lib/phone";
import { toast } from "~/ui/toast";
import { deskKeys, messageKeys } from "../shared/keys";
import { putInLists, putRow } from "../shared/list-cache";
import { handleSaveError } from "../shared/save-error";
import type { OutboxMessage } from "../shared/types";

export interface OutboxFilters {
  q: string;
  status: string;
  kind: string;
}

const at = (id: string) => ({ path: { message_id: id } });

/** The messages that match the filters, newest first; "" means no filter. */
export const messagesQuery = (filters: OutboxFilters) =>
  listQuery(messageKeys.desk(filters), "/api/desk/messages", { query: filters });

/** The kinds of messages, and the missing settings that some of them need. */
export const outboxSummaryQuery = getQuery([...messageKeys.all, "summary"], "/api/desk/messages/summary");

/** A message with its content. */
export const messageQuery = (id: string) =>
  getQuery(messageKeys.one(id), "/api/desk/messages/{message_id}", at(id));

/** The URL of an email's HTML, for a frame. */
export const messageHtmlUrl = (id: string) => apiUrl("/api/desk/messages/{message_id}/html", at(id));

const messageRows = {
  keys: messageKeys,
  fetch: (id: string) => api.get("/api/desk/messages/{message_id}", at(id)),
};

/** Send a failed message again. It is shown as queued at once, which is reverted after an error. */
export function useSendAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: OutboxMessage) => api.post("/api/desk/messages/{message_id}/send-again", at(id)),
    onMutate: (message) =>
      putInLists(queryClient, messageKeys, {
        ...message,
        status: "queued",
        error: "",
        tries: 0,
        canBeSentAgain: false,
      }),
    onSuccess: (message) => {
      putRow(queryClient, messageKeys, message);
      void invalidate(queryClient, deskKeys.queueAll);
      toast({
        title: "Message sent again",
        description: `It's on its way to ${formatPhone(message.to) || message.customerName}.`,
      });
    },
    onError: (error, message) => {
      putInLists(queryClient, messageKeys, message);
      return handleSaveError(queryClient, messageRows, message.id, error);
    },
  });
}
