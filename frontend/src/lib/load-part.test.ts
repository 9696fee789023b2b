import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { server } from "~/test/server";
import { loadAhead, loadPart, loadPartPatiently, PartMissing } from "./load-part";

const build = (version: string) => vi.stubGlobal("__reactRouterManifest", { version });
const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
/** An import whose first attempts fail. */
function comingAfter(failures: number) {
  return vi.fn(() => (load.mock.calls.length > failures ? Promise.resolve("part") : missing()));
}
let load: ReturnType<typeof comingAfter>;

beforeEach(() => {
  build("b1");
  server.use(http.get("/healthz", () => new HttpResponse(null, { status: 200 })));
  // jsdom can't reload the page, and logs that.
  vi.spyOn(console, "error").mockReturnValue();
});

it("code that is missing when it is loaded ahead is no error", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  // Not a mock function, which would handle the rejection.
  loadAhead(() => missing())();
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).not.toHaveBeenCalled();
});

it("missing code is requested again if the server responds", async () => {
  load = comingAfter(1);
  await expect(loadPart(load)).resolves.toBe("part");
  expect(sessionStorage).toHaveLength(0);
});

it.each([
  ["unreachable", () => HttpResponse.error()],
  ["unwell", () => new HttpResponse(null, { status: 503 })],
])("the page stays if code is missing while the server is %s", async (_, respond) => {
  server.use(http.get("/healthz", respond));
  load = comingAfter(1);
  await expect(loadPart(load)).rejects.toThrow(PartMissing);
  expect(load).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(0);
});

it("the page reloads for missing code, at most three times per build", async () => {
  const reloads = (said: string) => waitFor(() => expect(sessionStorage.getItem("reloads")).toBe(said));
  for (const count of [1, 2, 3]) {
    void loadPart(missing);
    await reloads(`b1 ${count}`);
  }
  await expect(loadPart(missing)).rejects.toThrow(PartMissing);
  build("b2");
  void loadPart(missing);
  await reloads("b2 1");
});

it("the page does not reload if storage is blocked", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  await expect(loadPart(missing)).rejects.toThrow(PartMissing);
});

it("a part loaded patiently is retried as soon as the browser is online", async () => {
  build("");
  vi.useFakeTimers();
  load = comingAfter(1);
  const part = loadPartPatiently(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  await expect(part).resolves.toBe("part");
});
