import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import type { Address } from "./types";

/** The caller's saved addresses. Ask only when somebody is signed in. */
export const addressesQuery = queryOptions({
  queryKey: ["addresses"],
  queryFn: ({ signal }) => api.get<Address[]>("/api/addresses", { signal }),
});
