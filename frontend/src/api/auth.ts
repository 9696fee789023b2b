import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client";
import { ApiError } from "./errors";
import { csrfToken } from "./request";
import type { CurrentUser } from "./types";

async function fetchCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  // The sign-in pages leave the CSRF cookie behind. A browser without it has never been there, so a first visit is
  // spared a request whose only response could be 401.
  if (!csrfToken()) return null;
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

/** Return the signed-in user; null for visitors, while the request is pending and after it failed. */
export function useCurrentUser(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
