import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client";
import { ApiError } from "./errors";
import type { CurrentUser } from "./types";
import { maybeSignedIn, rememberVisitor } from "./visitor";

/** Fetch the signed-in user; null for a visitor. */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
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
 * Return the signed-in user; null for visitors, while the request is pending and after it failed. For content that
 * everyone may see: a first visit sends no request. Pages that depend on the sign-in use `useSession` or
 * `useRequiredUser`.
 */
export function useCurrentUser(): { user: CurrentUser | null } {
  const { data } = useQuery({ ...currentUserQuery, enabled: maybeSignedIn() });
  return { user: data ?? null };
}

/** Like `useCurrentUser`, but also return whether a lookup of the user is in progress. */
export function useKnownUser(): { user: CurrentUser | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...currentUserQuery, enabled: maybeSignedIn() });
  return { user: data ?? null, isLoading };
}

/** Like `useCurrentUser`, but always ask the server, and return whether its response is pending. */
export function useSession(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
