import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, quoteKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { putRow } from "../shared/list-cache";
import type { QueueItem } from "../shared/types";

/** Milliseconds between refreshes of the queue while it is visible. */
export const REFRESH_EVERY = 60_000;

/** Requests and orders without a response, the earliest deadline first. */
export const queueQuery = () => listQuery(deskKeys.queue, "/api/desk/queue");

/** The season's responses on time. */
export const promiseQuery = queryOptions({
  queryKey: deskKeys.promise,
  queryFn: ({ signal }) => api.get("/api/desk/promise", { signal }),
});

/**
 * Gives a quote its amount and puts it before the customer. That answers it, so the queue is asked for anew. The server
 * refuses where somebody has changed the quote since the queue was read.
 */
export function useGiveAmount({ id, updatedAt }: Pick<QueueItem, "id" | "updatedAt">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (quoteAmount: string) =>
      api.patch("/api/quotes/{quote_id}", {
        path: { quote_id: id },
        body: { quoteAmount, status: "reviewed", updatedAt },
      }),
    onSuccess: (quote) => {
      putRow(queryClient, quoteKeys, quote);
      void invalidate(queryClient, analyticsKeys.all);
    },
    // After a refusal too: it says that the row is not what this page shows. Not waited for: the row leaves with the
    // answer, and what it has to say about its success must be said before.
    onSettled: () => void invalidate(queryClient, deskKeys.all),
  });
}
