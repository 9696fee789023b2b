import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { noticeSessionEnd } from "./session";

/** Nothing is asked again by itself: no retries, no refetch on focus, never stale. Mutations say what changed. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => noticeSessionEnd(error, queryClient);
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
  return queryClient;
}
