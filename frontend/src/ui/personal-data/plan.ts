import { queryOptions } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import { erasureKey } from "~/api/keys";
import type { components } from "~/api/schema.gen";

/** The URL parameter that keeps it open, also across the confirmation of the user's identity on another page. */
export const OPEN = "data";

/** What erasing a person would do, and the reasons why it can't be done yet. */
export type ErasurePlan = components["schemas"]["Erasure"];

/** The plan for the person with this key on the desk; null for the user's own data. */
export const erasureQuery = (customerKey: string | null) =>
  queryOptions({
    queryKey: [...erasureKey, customerKey],
    queryFn: ({ signal }) =>
      customerKey === null
        ? api.get("/api/account/erasure", { signal })
        : api.get("/api/desk/customers/{key}/erasure", { path: { key: customerKey }, signal }),
    refetchOnMount: "always",
  });

/** The URL of the archive of everything we store about a person. */
export const archiveUrl = (customerKey: string | null) =>
  customerKey === null
    ? apiUrl("/api/account/archive")
    : apiUrl("/api/desk/customers/{key}/archive", { path: { key: customerKey } });
