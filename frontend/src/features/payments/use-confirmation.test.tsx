import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "~/app/query-client";
import { useConfirmation } from "./use-confirmation";

beforeEach(() => void vi.useFakeTimers());

/** Render a confirmation that polls `ask`. Return what the page shows. */
function waitFor(ask: () => Promise<boolean>) {
  const client = createQueryClient();
  const invalidated = vi.spyOn(client, "invalidateQueries");
  const confirmation = { ask, isThere: (there: boolean) => there, invalidates: [["mine"]] };
  const hook = renderHook(() => useConfirmation(confirmation), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { ...hook, invalidated };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

it("a payment that the server already knows is confirmed at once", async () => {
  const { result, invalidated } = waitFor(async () => true);
  expect(result.current).toBe("waiting");
  await pass(0);
  expect(result.current).toBe("there");
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: ["mine"] });
});

it("an unknown payment is late after half a minute, and polling stops", async () => {
  const ask = vi.fn(async () => {
    if (ask.mock.calls.length % 2) throw new Error("offline");
    return false;
  });
  const { result, invalidated } = waitFor(ask);
  await pass(29);
  expect(result.current).toBe("waiting");
  expect(invalidated).not.toHaveBeenCalled();
  await pass(1);
  expect(result.current).toBe("late");
  expect(invalidated).toHaveBeenCalledOnce();
  const asked = ask.mock.calls.length;
  await pass(60);
  expect(ask).toHaveBeenCalledTimes(asked);
});

it("polling stops when the page is left, and the next page fetches what the payment changes", async () => {
  const ask = vi.fn(async () => false);
  const { unmount, invalidated } = waitFor(ask);
  await pass(0);
  unmount();
  await pass(60);
  expect(ask).toHaveBeenCalledOnce();
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: ["mine"] });
});
