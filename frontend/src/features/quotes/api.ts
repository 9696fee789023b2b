import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, quoteKeys } from "~/api/keys";
import type { QuoteRequest } from "~/api/types";

interface RequestQuote {
  body: QuoteRequest;
  idempotencyKey: string;
}

/** Sends a quote request. The customer's list of quotes is asked for anew afterwards. */
export function useRequestQuote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: RequestQuote) => api.post("/api/quotes", { body, idempotencyKey }),
    onSuccess: () => invalidate(queryClient, quoteKeys.all),
  });
}
