import { QueryClient } from "@tanstack/react-query";

/** Nothing is asked again by itself: no retries, no refetch on focus, never stale. Mutations say what changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
      },
      // The default waits for the network to come back; a person who sends a form wants to know at once.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
