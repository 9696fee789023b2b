import { whatsNextKey } from "~/api/keys";
import { getQuery } from "~/api/queries";
import type { WhatsNextItem } from "~/api/types";

/** What is next for the customer, fetched again each time the page opens: it depends on all their rows. */
export const whatsNextQuery = () => ({ ...getQuery(whatsNextKey, "/api/whats-next"), gcTime: 0 });

/** Return how many items wait for the customer: "One quote is waiting for you." Null if there are none. */
export function waitingWords(items: readonly WhatsNextItem[]): string | null {
  const waiting = items.filter(({ waitsForYou }) => waitsForYou);
  if (waiting.length === 0) return null;
  const names = { quote_answer: "quote", invoice: "invoice", deposit: "invoice" } as Record<string, string>;
  const kinds = new Set(waiting.map(({ kind }) => names[kind] ?? "thing"));
  const name = kinds.size === 1 ? [...kinds][0] : "thing";
  return waiting.length === 1
    ? `One ${name} is waiting for you.`
    : `${waiting.length} ${name}s are waiting for you.`;
}
