import type { QuoteDetails } from "~/api/types";

/** Return the sentences of the terms about refunds of the deposit. */
export function depositTerms({ sentences }: QuoteDetails["terms"]): string[] {
  return sentences.filter((sentence) => /deposit/i.test(sentence) && /\b(back|refund)/i.test(sentence));
}
