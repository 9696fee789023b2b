import { type StatusOf, statusLabel } from "~/api/statuses";
import { formatDate, formatDateTime, formatMoneyExact } from "~/lib/format";
import type { HistoryKind } from "./rows";

const statusKinds = {
  quotes: "quote",
  "tree-orders": "treeOrder",
  jobs: "job",
  invoices: "invoice",
} as const;

/** Return a value in a row's history as text: a status's label, an amount, a day or a time; other values as they are. */
export function showHistory(kind: HistoryKind, field: string, value: string): string {
  if (field === "status")
    return statusLabel(statusKinds[kind], value as StatusOf<(typeof statusKinds)[typeof kind]>);
  if (field === "quoteAmount" || field.startsWith("amount")) return formatMoneyExact(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(value)) return value;
  return kind === "jobs" ? `${formatDateTime(value)}, Eastern` : formatDateTime(value);
}
