import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, csrfToken } from "./client";
import type { CurrentUser } from "./types";

/**
 * Who is signed in; null for a visitor. Never asked twice by itself.
 *
 * The sign-in pages leave the CSRF cookie behind. A browser without it has never been there, so a first visit is
 * spared a request whose only answer could be 401.
 */
export const currentUserQuery = queryOptions({
  queryKey: ["auth", "user"],
  queryFn: ({ signal }) => (csrfToken() ? api.getOrNull<CurrentUser>("/api/auth/user", { signal }) : null),
  retry: false,
});

/** The signed-in user, or null while that is unknown, for visitors, and when the server cannot say. */
export function useCurrentUser(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
