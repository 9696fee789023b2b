import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client";
import { ApiError } from "./errors";
import type { CurrentUser } from "./types";
import { maybeSignedIn, rememberVisitor } from "./visitor";

async function fetchCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await api.get("/api/auth/user", { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    rememberVisitor();
    return null;
  }
}

/** The signed-in user; null for a visitor. Fetched once per page load. */
export const currentUserQuery = queryOptions({
  queryKey: ["auth", "user"],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  retry: false,
});

/**
 * Return the signed-in user; null for visitors, while the request is pending and after it failed. For what everyone may
 * see: it sends no request for a first visit. Pages that depend on the sign-in use `useSession` or `useRequiredUser`.
 */
export function useCurrentUser(): { user: CurrentUser | null } {
  const { data } = useQuery({ ...currentUserQuery, enabled: maybeSignedIn() });
  return { user: data ?? null };
}

/** As `useCurrentUser`, and say whether somebody who may be signed in is still looked up. */
export function useKnownUser(): { user: CurrentUser | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...currentUserQuery, enabled: maybeSignedIn() });
  return { user: data ?? null, isLoading };
}

/** As `useCurrentUser`, but always ask the server, and say whether its response is still pending. */
export function useSession(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
