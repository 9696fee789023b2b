import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { leaveForLogin } from "~/ui/use-required-user";

/** The clients of pages that are about to be left: ten failed requests still mean that one session ended. */
const leaving = new WeakSet<QueryClient>();

/**
 * Sends the user to sign in again if a failed request shows that the session ended, here or in another tab: a 401 on a
 * page that shows somebody as signed in. After signing in they come back to this page.
 */
export function noticeSessionEnd(error: unknown, queryClient: QueryClient) {
  if (!(error instanceof ApiError) || error.status !== 401 || leaving.has(queryClient)) return;
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  leaving.add(queryClient);
  const { pathname, search } = window.location;
  leaveForLogin(
    {
      title: "Unauthorized",
      description: "You are logged out. Logging in again...",
      variant: "destructive",
    },
    pathname + search,
    // If the sign-in page does not load, the next failed request tries again.
    () => leaving.delete(queryClient),
  );
}
