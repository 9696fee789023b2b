import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { contactChoiceKey, invalidate, quoteKeys } from "~/api/keys";
import type { QuoteRequest } from "~/api/types";

interface RequestQuote {
  body: QuoteRequest;
  idempotencyKey: string;
}

/** Send a quote request, then refetch the customer's quotes and how they asked to be reached. */
export function useRequestQuote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: RequestQuote) => api.post("/api/quotes", { body, idempotencyKey }),
    onSuccess: () => invalidate(queryClient, quoteKeys.all, contactChoiceKey),
  });
}
