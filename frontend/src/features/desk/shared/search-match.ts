import { type StatusKind, statusLabel } from "~/api/statuses";
import type { SearchMatch } from "./types";

/** Return what tells a match from others with the same title. */
export function matchDetail(kind: StatusKind, { detail, status }: SearchMatch): string {
  const label = status && statusLabel(kind, status as Parameters<typeof statusLabel>[1]);
  return [detail, label].filter(Boolean).join(" · ");
}
