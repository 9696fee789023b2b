import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client";
import type { CurrentUser } from "./types";

/** Who is signed in; null for a visitor. Never asked twice by itself. */
export const currentUserQuery = queryOptions({
  queryKey: ["auth", "user"],
  queryFn: ({ signal }) => api.getOrNull<CurrentUser>("/api/auth/user", { signal }),
  retry: false,
});

/** The signed-in user, or null while that is unknown, for visitors, and when the server cannot say. */
export function useCurrentUser(): { user: CurrentUser | null; isPending: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isPending };
}
