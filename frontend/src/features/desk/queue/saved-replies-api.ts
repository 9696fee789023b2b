import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { freshQuery } from "~/api/queries";
import { deskKeys } from "../shared/keys";

export const savedRepliesQuery = freshQuery(deskKeys.savedReplies, "/api/desk/saved-replies");

interface ReplyText {
  title: string;
  text: string;
}

/** Create a saved reply, or change the one with this ID. */
export function useSaveReply(id: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ReplyText; idempotencyKey: string }) =>
      id
        ? api.patch("/api/desk/saved-replies/{reply_id}", { path: { reply_id: id }, body })
        : api.post("/api/desk/saved-replies", { body, idempotencyKey }),
    onSuccess: () => invalidate(queryClient, deskKeys.savedReplies),
  });
}

export function useDeleteReply(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete("/api/desk/saved-replies/{reply_id}", { path: { reply_id: id } }),
    onSuccess: () => invalidate(queryClient, deskKeys.savedReplies),
  });
}
