import type { RequestBody } from "~/api/client";
import { ApiError } from "~/api/errors";
import { buildId, PartMissing } from "~/lib/load-part";

const URL = "/api/client-errors";
/** The limit per page load, so that a repeating error does not flood the server. */
const MAX_REPORTS = 5;
const reported = new Set<string>();

/** Return whether an error is not our bug: the user has seen a message about it, or a browser extension caused it. */
function isExpected(error: Error): boolean {
  if (error instanceof ApiError || error instanceof PartMissing) return true;
  return /-extension:\/\//.test(error.stack ?? "") || error.message.startsWith("ResizeObserver loop");
}

/**
 * Report an unhandled error to the server with its page, message, stack and build; each error once. The URL's
 * parameters are not sent, and the server removes anything else that looks personal.
 */
export function reportError(thrown: unknown) {
  if ((thrown as { name?: unknown } | null)?.name === "AbortError") return; // the page canceled its own request
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = `${error.name}: ${error.message}`.slice(0, 500);
  if (isExpected(error) || reported.size >= MAX_REPORTS || reported.has(message)) return;
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

/** Start to report uncaught errors and unhandled rejections. */
export function watchErrors() {
  window.addEventListener("error", ({ error }) => {
    if (error) reportError(error); // browsers hide the errors of scripts from other sites
  });
  window.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}
