import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Quote } from "~/api/types";
import { putRow } from "../shared/list-cache";
import type { PromiseFigures, QueueItem } from "../shared/types";

/** How often the queue asks by itself, in milliseconds, while somebody looks at it. */
export const REFRESH_EVERY = 60_000;

/** What is not answered yet, the oldest promise first. */
export const queueQuery = () => listQuery<QueueItem>(["desk", "queue"], "/api/desk/queue");

/** How the season's promises were kept. */
export const promiseQuery = queryOptions({
  queryKey: ["desk", "promise"],
  queryFn: ({ signal }) => api.get<PromiseFigures>("/api/desk/promise", { signal }),
});

/**
 * Gives a quote its amount and puts it before the customer. That answers it, so the queue is asked for anew. The server
 * refuses where somebody has changed the quote since the queue was read.
 */
export function useGiveAmount({ id, updatedAt }: Pick<QueueItem, "id" | "updatedAt">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (quoteAmount: string) =>
      api.patch<Quote>(`/api/quotes/${id}`, { quoteAmount, status: "reviewed", updatedAt }),
    onSuccess: (quote) => {
      putRow(queryClient, "quotes", quote);
      void queryClient.invalidateQueries({ queryKey: ["analytics"] });
    },
    // After a refusal too: it says that the row is not what this page shows. Not waited for: the row leaves with the
    // answer, and what it has to say about its success must be said before.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["desk"] }),
  });
}
