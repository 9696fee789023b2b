import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client";
import { ApiError } from "./errors";
import { csrfToken } from "./request";
import type { CurrentUser } from "./types";

async function fetchCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await api.get("/api/auth/user", { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in user; null for a visitor. Fetched once per page load. */
export const currentUserQuery = queryOptions({
  queryKey: ["auth", "user"],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  retry: false,
});

/**
 * Whether somebody may be signed in. The sign-in pages leave the CSRF cookie behind, so a browser without it has never
 * been there, or has lost it: only a hint, which spares first visits a request whose response could only be 401.
 */
const maybeSignedIn = () => typeof document !== "undefined" && csrfToken() !== undefined;

/**
 * Return the signed-in user; null for visitors, while the request is pending and after it failed. For what everyone may
 * see: it sends no request for a first visit. Pages that depend on the sign-in use `useSession` or `useRequiredUser`.
 */
export function useCurrentUser(): { user: CurrentUser | null } {
  const { data } = useQuery({ ...currentUserQuery, enabled: maybeSignedIn() });
  return { user: data ?? null };
}

/** As `useCurrentUser`, but always ask the server, and say whether its response is still pending. */
export function useSession(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
