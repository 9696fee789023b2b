import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyPart } from "./lazy-part";

const Calendar = () => <p>December</p>;

/** Render a part whose first attempts to load fail, next to other content. */
function show(failures: number) {
  let attempts = 0;
  const Part = lazyPart(
    async () => {
      attempts += 1;
      if (attempts <= failures) throw new TypeError("Failed to fetch dynamically imported module");
      return { default: Calendar };
    },
    { title: "We couldn't load the calendar" },
  );
  const page = (
    <>
      <h1>Jobs</h1>
      <Suspense fallback={<p>Loading</p>}>
        <Part />
      </Suspense>
    </>
  );
  return { ...render(page), page, count: () => attempts };
}

const missing = () => screen.findByRole("heading", { name: "We couldn't load the calendar" });

it("shows what is missing, keeps the rest of the page and retries on request", async () => {
  const { count } = show(2);
  await missing();
  expect(screen.getByRole("heading", { name: "Jobs" })).toBeVisible();
  expect(count()).toBe(1);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await missing();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("December")).toBeVisible();
  expect(count()).toBe(3);
});

it("retries when the browser is online", async () => {
  show(1);
  await missing();
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("December")).toBeVisible();
});

it("retries by itself, but not while offline or while its button has the focus", async () => {
  const timers = vi.spyOn(globalThis, "setInterval");
  const { count } = show(1);
  await missing();
  const tick = timers.mock.calls.findLast(([, every]) => every === 5_000)?.[0] as () => void;
  const again = screen.getByRole("button", { name: "Try again" });
  act(() => again.focus());
  act(tick);
  act(() => again.blur());
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(tick);
  expect(again).toBeVisible();
  expect(count()).toBe(1);
  online.mockReturnValue(true);
  act(tick);
  expect(await screen.findByText("December")).toBeVisible();
  expect(count()).toBe(2);
});

it("retries when it is shown again", async () => {
  const { rerender, page } = show(1);
  await missing();
  rerender(<p>Another tab</p>);
  rerender(page);
  expect(await screen.findByText("December")).toBeVisible();
});
