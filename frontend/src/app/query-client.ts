import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { noticeSessionEnd } from "./session";

/** Create the client. It has no retries, no refetch on focus, and data never goes stale: mutations invalidate. */
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
      // The default waits until the network is back, but people who send a form want to know at once that it failed.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queryClient;
}
