import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { currentUserQuery } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { loadPage } from "~/lib/load-page";
import { customer } from "~/test/server";
import { createQueryClient } from "./query-client";
import { handleSessionEnd } from "./session";

const ended = new ApiError(401, "401: Unauthorized");

it("a session that has ended leads to the sign-in page once, and back to the page with its query", async () => {
  window.history.replaceState(null, "", "/my-services?tab=quotes#quote-1");
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, customer);
  handleSessionEnd(new ApiError(403, "403: Forbidden"), client);
  handleSessionEnd(new Error("a bug"), client);
  for (const _ of [1, 2]) handleSessionEnd(ended, client);
  await waitFor(() => expect(loadPage).toHaveBeenCalled());
  expect(loadPage).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2Fmy-services%3Ftab%3Dquotes");
  // That page did not load.
  handleSessionEnd(ended, client);
  await waitFor(() => expect(loadPage).toHaveBeenCalledTimes(2));
});

it("a visitor's request that needs a session leads nowhere", async () => {
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, null);
  handleSessionEnd(ended, client);
  const other = createQueryClient();
  other.setQueryData(currentUserQuery.queryKey, customer);
  handleSessionEnd(ended, other);
  await waitFor(() => expect(loadPage).toHaveBeenCalledOnce());
});
