import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { handleSessionEnd } from "./session";

/** Create the client: no retries, no refetch on focus, and data never goes stale, because mutations invalidate it. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => handleSessionEnd(error, queryClient);
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
