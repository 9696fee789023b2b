import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { deskKeys } from "./keys";

/** Milliseconds between polls while the page is visible, so that others' changes show within ten seconds. */
export const POLL_INTERVAL = 8_000;
/** The same while the page is hidden, when its title still shows the number of late rows. */
const HIDDEN_POLL_INTERVAL = 60_000;

/** The number of rows in the queue: all, late and of each kind. `requestedAt` is in milliseconds. */
export const countsQuery = (city: string) =>
  queryOptions({
    queryKey: deskKeys.queueCounts(city),
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      return { ...(await api.get("/api/desk/queue/counts", { query: { city }, signal })), requestedAt };
    },
    refetchInterval: () => (document.hidden ? HIDDEN_POLL_INTERVAL : POLL_INTERVAL),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
    refetchOnMount: "always",
  });
