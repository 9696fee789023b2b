import { type StatusOf, statusLabel } from "~/api/statuses";
import { formatDate, formatDateTime, formatMoneyExact } from "~/lib/format";

const isInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T/.test(value);

/** Return a day or a time as text, and other values as they are. */
function showDate(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  return isInstant(value) ? formatDateTime(value) : value;
}

/** Return a value in a quote's history as text. */
export function showQuoteHistory(field: string, value: string): string {
  if (field === "status") return statusLabel("quote", value as StatusOf<"quote">);
  if (field === "quoteAmount") return formatMoneyExact(value);
  return showDate(value);
}

/** Return a value in a tree order's history as text. */
export function showOrderHistory(field: string, value: string): string {
  if (field === "status") return statusLabel("treeOrder", value as StatusOf<"treeOrder">);
  if (field.startsWith("amount")) return formatMoneyExact(value);
  return showDate(value);
}
