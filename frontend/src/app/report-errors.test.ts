import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ApiError } from "~/api/errors";

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.resetModules();
  navigator.sendBeacon = (url, body) => {
    const text = new FileReader();
    text.onload = () => sent.push([url, JSON.parse(String(text.result))]);
    text.readAsText(body as Blob);
    return true;
  };
  window.history.replaceState(null, "", "/quote?email=eleanor@example.com#quote");
});

const reporter = async () => (await import("./report-errors")).reportError;

it("reports an error with the page's path but without the query", async () => {
  (await reporter())(new TypeError("x is not a function"));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    "/api/client-errors",
    {
      message: "TypeError: x is not a function",
      stack: expect.stringContaining("report-errors.test"),
      path: "/quote",
      build: "",
    },
  ]);
});

it("reports uncaught errors, except those hidden by cross-origin scripts", async () => {
  const { watchErrors } = await import("./report-errors");
  const added = vi.spyOn(window, "addEventListener");
  watchErrors();
  onTestFinished(() => {
    for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
  });
  window.dispatchEvent(new ErrorEvent("error", { error: null }));
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("promised") }));
  window.dispatchEvent(new ErrorEvent("error", { error: new Error("thrown") }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  const messages = (sent as [string, { message: string }][]).map(([, { message }]) => message);
  expect(messages.toSorted()).toEqual(["Error: promised", "Error: thrown"]);
});

it("reports at most five errors per page", async () => {
  const reportError = await reporter();
  for (let error = 0; error < 20; error += 1) reportError(new Error(`number ${error % 10}`));
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(5));
  expect(sent).toHaveLength(5);
});

it("reports a repeated error once", async () => {
  const reportError = await reporter();
  for (const message of ["same", "same", "other"]) reportError(new Error(message));
  await vi.waitFor(() => expect(JSON.stringify(sent)).toContain("Error: other"));
  expect(sent).toHaveLength(2);
});

it("reports neither errors that users were shown nor those of extensions", async () => {
  const reportError = await reporter();
  const { ApiError: Loaded } = await import("~/api/errors");
  reportError(new Loaded(409, "taken") satisfies ApiError);
  reportError(new DOMException("left", "AbortError"));
  reportError(
    Object.assign(new Error("theirs"), { stack: "Error\n at chrome-extension://abc/content.js:1:1" }),
  );
  reportError("the last one");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([expect.anything(), expect.objectContaining({ message: "Error: the last one" })]);
});
