import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { deskKeys } from "../shared/keys";

/** What is missing or wrong in the installation. It asks Stripe, the mail server and others, so it takes seconds. */
export const installationQuery = queryOptions({
  queryKey: deskKeys.installation,
  queryFn: ({ signal }) => api.get("/api/desk/installation", { signal }),
  refetchOnMount: "always",
});
