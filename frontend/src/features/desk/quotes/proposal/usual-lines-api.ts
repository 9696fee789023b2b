import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type RequestBody } from "~/api/client";
import { invalidate } from "~/api/keys";
import type { components } from "~/api/schema.gen";
import { deskKeys } from "../../shared/keys";
import { priceText } from "./ledger";

export type UsualLine = components["schemas"]["PriceListItem"];

/** At most so many are offered while a line is typed. */
const MAX_MATCHES = 6;

const usualLinesQuery = queryOptions({
  queryKey: deskKeys.priceList,
  queryFn: ({ signal }) => api.get("/api/price-list", { signal }),
  refetchOnMount: "always",
});

/** The lines that the office often writes, by their text. */
export const useUsualLines = () => useQuery(usualLinesQuery);

/** Return the usual lines of which a word begins with what is typed; those that begin with it themselves come first. */
export function usualMatches(all: readonly UsualLine[], typed: string): UsualLine[] {
  const letters = typed.trim().toLowerCase();
  if (!letters) return [];
  const begin = all.filter(({ text }) => text.toLowerCase().startsWith(letters));
  const within = all.filter(
    (line) => !begin.includes(line) && ` ${line.text.toLowerCase()}`.includes(` ${letters}`),
  );
  return [...begin, ...within].slice(0, MAX_MATCHES);
}

const each = { ft: " per ft", piece: " each", hour: " per hour", flat: "" };

/** "$14.00 each". */
export const priceWords = ({ unit, unitPrice }: UsualLine) => `$${priceText(unitPrice)}${each[unit]}`;

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
