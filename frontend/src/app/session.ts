import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { leaveForLogin, signedOutNotice } from "~/ui/use-required-user";

/** Clients whose page is already being left, so that several failed requests lead to one redirect. */
const leaving = new WeakSet<QueryClient>();

/**
 * Send the user to sign in again if a request shows that the session ended: a 401 on a page where someone is signed in.
 * After signing in, they return to this page.
 */
export function handleSessionEnd(error: unknown, queryClient: QueryClient) {
  if (!(error instanceof ApiError) || error.status !== 401 || leaving.has(queryClient)) return;
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  leaving.add(queryClient);
  const { pathname, search } = window.location;
  leaveForLogin(
    signedOutNotice,
    pathname + search,
    // If the sign-in page does not load, the next failed request tries again.
    () => leaving.delete(queryClient),
  );
}
