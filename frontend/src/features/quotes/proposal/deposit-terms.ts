import type { QuoteDetails } from "~/api/types";

/** Return what the terms say about getting a deposit back; nothing if they don't. */
export function depositTerms({ sentences }: QuoteDetails["terms"]): string[] {
  return sentences.filter((sentence) => /deposit/i.test(sentence) && /\b(back|refund)/i.test(sentence));
}
