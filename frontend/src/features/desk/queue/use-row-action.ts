import { useQueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "~/api/errors";
import { toastError } from "~/ui/toast-error";
import { deskKeys } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { keyOf } from "./kinds";
import type { QueuePage } from "./live-list";
import { useQueueDesk } from "./queue-context";

/**
 * Return a function that finishes a row by calling `send`. The row leaves the screen at once; if the server refuses, it
 * is back in its place with the reason. The function returns what `send` returns; null after a refusal.
 */
export function useRowAction(item: QueueItem) {
  const { update, moveOn, refreshSoon } = useQueueDesk();
  const queryClient = useQueryClient();
  const key = keyOf(item);

  return async function act<Result>(send: () => Promise<Result>): Promise<Result | null> {
    moveOn(item);
    update({ type: "acted", key });
    try {
      const result = await send();
      update({ type: "settled", key, at: Date.now() });
      // Cached pages still have the row, and are shown first when the tab is opened again.
      queryClient.setQueriesData<QueuePage>({ queryKey: deskKeys.queueRows }, (page) =>
        page ? { ...page, rows: page.rows.filter((each) => keyOf(each) !== key) } : page,
      );
      return result;
    } catch (error) {
      update({ type: "refused", key, problem: errorMessage(error) });
      toastError(error, "Update Failed");
      // Someone else was first: show the row as it is now.
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey: deskKeys.queueRows });
      }
      return null;
    } finally {
      refreshSoon();
    }
  };
}
