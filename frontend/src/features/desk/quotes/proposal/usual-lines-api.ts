import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type RequestBody } from "~/api/client";
import { invalidate } from "~/api/keys";
import { getQuery } from "~/api/queries";
import type { components } from "~/api/schema.gen";
import { deskKeys } from "../../shared/keys";
import { priceText } from "./ledger";

export type UsualLine = components["schemas"]["PriceListItem"];

/** The number of suggestions while a line is typed. */
const MAX_MATCHES = 6;

// Fetched whenever a proposal is opened, and not for each line that is added to it.
const usualLinesQuery = { ...getQuery(deskKeys.priceList, "/api/price-list"), gcTime: 0 };

/** The price list: lines that the office often uses, sorted by text. */
export const useUsualLines = () => useQuery(usualLinesQuery);

/** Return where a text has a word that starts with what is typed, or -1. */
export const wordStart = (text: string, typed: string) =>
  ` ${text.toLowerCase()}`.indexOf(` ${typed.trim().toLowerCase()}`);

/** Return the usual lines with a word that starts with the typed text. Lines that start with it come first. */
export function usualMatches(all: readonly UsualLine[], typed: string): UsualLine[] {
  if (!typed.trim()) return [];
  const starting = all.filter(({ text }) => wordStart(text, typed) === 0);
  const containing = all.filter(({ text }) => wordStart(text, typed) > 0);
  return [...starting, ...containing].slice(0, MAX_MATCHES);
}

const unitWords = { ft: " per ft", piece: " each", hour: " per hour", flat: "" };

/** "$14.00 each". */
export const priceWords = ({ unit, unitPrice }: UsualLine) => `$${priceText(unitPrice)}${unitWords[unit]}`;

/** Create a usual line, or change the one with this ID. */
export function useSaveUsualLine(id: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: UsualLineSave) =>
      id
        ? api.patch("/api/price-list/{item_id}", { path: { item_id: id }, body })
        : api.post("/api/price-list", { body, idempotencyKey }),
    onSuccess: () => invalidate(queryClient, deskKeys.priceList),
  });
}
type UsualLineSave = RequestBody<"/api/price-list", "post"> & { idempotencyKey: string };

export function useDeleteUsualLine(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete("/api/price-list/{item_id}", { path: { item_id: id } }),
    onSuccess: () => invalidate(queryClient, deskKeys.priceList),
  });
}
