import type { RequestBody } from "~/api/client";
import { ApiError } from "~/api/errors";
import { buildId, PartMissing } from "~/lib/load-part";

const URL = "/api/client-errors";
/** Reports of one page: an error that repeats must not flood the server. */
const MOST = 5;
const reported = new Set<string>();

/** Errors that are no crash: people were told of them, or they are another program's. */
function isExpected(error: Error): boolean {
  if (error instanceof ApiError || error instanceof PartMissing) return true;
  return /-extension:\/\//.test(error.stack ?? "") || error.message.startsWith("ResizeObserver loop");
}

/**
 * Tell the server of an error that nothing handled: page, message, stack and build, each error once. The address's
 * parameters stay here, and the server removes what else looks personal.
 */
export function reportError(thrown: unknown) {
  if ((thrown as { name?: unknown } | null)?.name === "AbortError") return; // the page gave up a request itself
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = `${error.name}: ${error.message}`.slice(0, 500);
  if (isExpected(error) || reported.size >= MOST || reported.has(message)) return;
  reported.add(message);
  const report: RequestBody<"/api/client-errors", "post"> = {
    message,
    stack: (error.stack ?? "").slice(0, 4000),
    path: window.location.pathname.slice(0, 200),
    build: buildId().slice(0, 64),
  };
  // A beacon is sent even if the page is being left.
  navigator.sendBeacon?.(URL, new Blob([JSON.stringify(report)], { type: "application/json" }));
}

/** Report what no code catches, from now on. */
export function watchErrors() {
  window.addEventListener("error", ({ error }) => {
    if (error) reportError(error); // scripts of other sites hide theirs
  });
  window.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}
