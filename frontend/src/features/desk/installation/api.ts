import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { deskKeys } from "../shared/keys";

/** The checks of the installation. They contact Stripe, the mail server and others, so they take seconds. */
export const installationQuery = queryOptions({
  queryKey: deskKeys.installation,
  queryFn: ({ signal }) => api.get("/api/desk/installation", { signal }),
  refetchOnMount: "always",
});
