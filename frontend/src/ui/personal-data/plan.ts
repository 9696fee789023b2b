import { queryOptions } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import type { components } from "~/api/schema.gen";

/** The URL parameter that says that it is open, also after confirming one's identity on another page. */
export const OPEN = "data";

/** What erasing a person would do, and the reasons against it. */
export type ErasurePlan = components["schemas"]["Erasure"];

/** The plan for a person's page on the desk, or null for one's own data. */
export const erasureQuery = (customerKey: string | null) =>
  queryOptions({
    queryKey: ["erasure", customerKey],
    queryFn: ({ signal }) =>
      customerKey === null
        ? api.get("/api/account/erasure", { signal })
        : api.get("/api/desk/customers/{key}/erasure", { path: { key: customerKey }, signal }),
    refetchOnMount: "always",
  });

/** The URL of everything that we know about a person, as one file. */
export const archiveUrl = (customerKey: string | null) =>
  customerKey === null
    ? apiUrl("/api/account/archive")
    : apiUrl("/api/desk/customers/{key}/archive", { path: { key: customerKey } });
