import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "~/api/errors";
import type { EntityKeys } from "~/api/keys";
import { toastError } from "~/ui/toast-error";
import { putRow } from "./list-cache";

interface RowReader {
  keys: EntityKeys;
  fetch: (id: string) => Promise<{ id: string }>;
}

/**
 * Handle a refused change of a row: show the toast and, if someone else changed the row first (409), put the row as it
 * is now into the lists.
 */
export async function handleSaveError(
  queryClient: QueryClient,
  { keys, fetch }: RowReader,
  id: string,
  error: unknown,
) {
  if (error instanceof ApiError && error.status === 409) {
    const now = await fetch(id).catch(() => null);
    if (now) putRow(queryClient, keys, now);
  }
  toastError(error, "Update Failed");
}
