import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import { addressKeys } from "./keys";

/** The newest of the caller's saved addresses, to choose from. Ask only when somebody is signed in. */
export const addressesQuery = queryOptions({
  queryKey: [...addressKeys.all, "choices"],
  queryFn: ({ signal }) => api.get("/api/addresses", { signal }),
});
