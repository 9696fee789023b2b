import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import { addressKeys } from "./keys";

/** The newest of the user's saved addresses. Enable it only when someone is signed in. */
export const addressesQuery = queryOptions({
  queryKey: [...addressKeys.all, "choices"],
  queryFn: ({ signal }) => api.get("/api/addresses", { signal }),
});
