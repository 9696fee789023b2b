import { statusIn, statusLabel } from "~/api/statuses";
import type { DeskQuote } from "~/api/types";

/**
 * Return what the desk calls the status of a quote. "Quoting" and "Reviewed" both leave open whether the customer has
 * been told a price, which decides whose turn it is.
 */
export function quoteLabel({ status, progress }: Pick<DeskQuote, "status" | "progress">): string {
  if (!statusIn("quote", "answerable", status)) return statusLabel("quote", status);
  return progress?.step === "requested" ? "Working on it" : "Waiting for the customer";
}
