import { useQuery } from "@tanstack/react-query";
import { api } from "./client";
import { quoteKeys, treeOrderKeys } from "./keys";

const newest = { query: { limit: 1 } } as const;

/** Return the phone number of the user's newest quote request or else tree order; undefined if there is none. */
export function useLastPhone(isSignedIn: boolean): string | undefined {
  const { data: quotes } = useQuery({
    queryKey: quoteKeys.newest,
    queryFn: ({ signal }) => api.get("/api/quotes", { ...newest, signal }),
    enabled: isSignedIn,
  });
  const { data: orders } = useQuery({
    queryKey: treeOrderKeys.newest,
    queryFn: ({ signal }) => api.get("/api/tree-orders", { ...newest, signal }),
    enabled: isSignedIn && quotes?.length === 0,
  });
  return quotes?.[0]?.phone ?? orders?.[0]?.customerPhone;
}
