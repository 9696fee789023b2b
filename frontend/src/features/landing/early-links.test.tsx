import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { DeferredQuoteForm } from "~/features/quotes";
import { renderAt } from "~/test/render";

/** Nothing is on screen yet, so that the form's code is not fetched. */
class NothingOnScreen {
  observe() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal("IntersectionObserver", NothingOnScreen));

/** Render some links and the prerendered form, whose code has not run yet. */
function show() {
  const { container } = renderAt(
    "/",
    <>
      <a href="/#services">Services</a>
      <a href="/#none">Top</a>
      <a href="/christmas-trees#quote">Trees</a>
      <section id="services">Our Holiday Services</section>
      <DeferredQuoteForm />
    </>,
  );
  const form = document.createElement("form");
  form.dataset.waiting = "";
  container.querySelector("[aria-busy]")?.append(form);
  return form;
}

/** Click a link. Return whether a browser would follow it, since jsdom can't. */
function followed(name: string, keys = {}) {
  const isLeft: boolean[] = [];
  const seeAndStop = (event: Event) => {
    isLeft.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener("click", seeAndStop, { once: true });
  fireEvent.click(screen.getByText(name), keys);
  return isLeft[0];
}

it("links within the page only scroll while the form waits for its code, since navigating would discard it", () => {
  show();
  expect(followed("Services")).toBe(false);
  expect(window.location.hash).toBe("#services");
  expect(screen.getByText("Our Holiday Services")).toHaveFocus();
  const scrollTo = vi.spyOn(window, "scrollTo").mockReturnValue();
  expect(followed("Top")).toBe(false);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it("other links are followed, and all are once the form's code runs", () => {
  const form = show();
  expect(followed("Trees")).toBe(true);
  expect(followed("Services", { metaKey: true })).toBe(true);
  expect(followed("Services", { ctrlKey: true })).toBe(true);
  form.remove();
  expect(followed("Services")).toBe(true);
  expect(window.location.hash).toBe("");
});
