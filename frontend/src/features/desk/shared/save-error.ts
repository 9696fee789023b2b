import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "~/api/errors";
import { invalidate } from "~/api/keys";
import { toastError } from "~/ui/toast-error";
import { type RowReader, refreshRow } from "./list-cache";

/**
 * Handle a refused change of a row: show the toast and, if someone else changed the row first (409), put the row as it
 * is now into the lists.
 */
export async function handleSaveError(
  queryClient: QueryClient,
  rows: RowReader<{ id: string }>,
  id: string,
  error: unknown,
) {
  if (error instanceof ApiError && error.status === 409) {
    void invalidate(queryClient, rows.keys.one(id));
    await refreshRow(queryClient, rows, id);
  }
  toastError(error, "Update Failed");
}
