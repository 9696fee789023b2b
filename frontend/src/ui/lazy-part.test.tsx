import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyPart } from "./lazy-part";

const Calendar = () => <input aria-label="Note" defaultValue="December" />;

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
  expect(await screen.findByDisplayValue("December")).toBeVisible();
  expect(count()).toBe(3);
});

it("retries when the browser is online", async () => {
  show(1);
  await missing();
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByDisplayValue("December")).toBeVisible();
});

it("retries by itself, but not while offline or while its button has the focus", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const wait = () => act(() => vi.advanceTimersByTime(5_000));
  const { count } = show(1);
  await missing();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  const again = screen.getByRole("button", { name: "Try again" });
  act(() => again.focus());
  wait();
  act(() => again.blur());
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  wait();
  expect(again).toBeVisible();
  expect(count()).toBe(1);
  online.mockReturnValue(true);
  wait();
  const note = await screen.findByDisplayValue("December");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  expect(count()).toBe(2);
  fireEvent.change(note, { target: { value: "January" } });
  wait();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(note, "stays as it is").toBeInTheDocument();
});

it("retries when it is shown again", async () => {
  const { rerender, page } = show(1);
  await missing();
  rerender(<p>Another tab</p>);
  rerender(page);
  expect(await screen.findByDisplayValue("December")).toBeVisible();
});
