import { HttpResponse, http } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { currentUserQuery } from "~/api/auth";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { createQueryClient } from "~/app/query-client";
import { handleSessionEnd } from "~/app/session";
import * as page from "~/lib/load-page";
import * as toasts from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { loadToastRegion } from "~/ui/toaster";
import { customer, server } from "./server";

/** Longer than a response without a delay takes, and than the half second before a page is left. */
const LATER = 700;

/** Check that nothing of a test shows a toast or leaves the page while the next test would run. */
function expectNothingLater(cause?: () => void) {
  // These run after the hooks in setup.ts.
  onTestFinished(async () => {
    const shown = vi.spyOn(toasts, "toast");
    const left = vi.spyOn(page, "loadPage").mockReturnValue();
    cause?.();
    await new Promise((resolve) => setTimeout(resolve, LATER));
    expect(shown).not.toHaveBeenCalled();
    expect(left).not.toHaveBeenCalled();
  });
}

it.each([
  ["a response", () => HttpResponse.json([])],
  ["an error", () => HttpResponse.json({ message: "Too late" }, { status: 500 })],
  ["a lost connection", () => HttpResponse.error()],
])("%s that comes after its test reaches no other test", async (_, response) => {
  let respond = () => {};
  const requested = new Promise<void>((received) => {
    server.use(
      http.get("/api/jobs", async () => {
        received();
        await new Promise<void>((proceed) => {
          respond = proceed;
        });
        return response();
      }),
    );
  });
  void attempt("It failed", async () => {
    await api.get("/api/jobs");
    toasts.toast({ title: "It worked" });
  });
  await requested;
  expectNothingLater(() => respond());
});

it("page that a test was about to leave is not left in another test", async () => {
  await loadToastRegion();
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, customer);
  handleSessionEnd(new ApiError(401, "Unauthorized"), queryClient);
  expectNothingLater();
});
