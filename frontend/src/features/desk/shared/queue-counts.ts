import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { deskKeys } from "./keys";

/** Milliseconds between two looks at the queue while the page is visible: others' changes show within ten seconds. */
export const POLL_EVERY = 8_000;
/** The same while another tab of the browser is open. The title still counts what is late. */
const POLL_HIDDEN_EVERY = 60_000;

/** The number of rows in the queue: all, late, and of each kind. `requestedAt` is in milliseconds. */
export const countsQuery = (city: string) =>
  queryOptions({
    queryKey: deskKeys.queueCounts(city),
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      return { ...(await api.get("/api/desk/queue/counts", { query: { city }, signal })), requestedAt };
    },
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_EVERY : POLL_EVERY),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
    refetchOnMount: "always",
  });
