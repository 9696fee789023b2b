import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { earlyClickScript, leadsTo, useEarlyClicks } from "./early-clicks";

const clicked = vi.fn();

beforeEach(() => {
  clicked.mockReset();
  // The page before its code has run, with the script of its head.
  document.body.innerHTML = '<section id="quote">Quote</section>';
  new Function(earlyClickScript)();
});
afterEach(() => {
  delete window.earlyClicks;
});

function Listener() {
  useEarlyClicks();
  return null;
}

/** Add a button to the prerendered page and click it. */
function clickEarly(section = "quote") {
  const button = document.createElement("button");
  button.textContent = "Get a quote";
  const [[name, value] = ["", ""]] = Object.entries(leadsTo(section));
  button.setAttribute(name, value);
  document.body.append(button);
  fireEvent.click(button);
  button.addEventListener("click", clicked);
}

const start = () => act(() => void render(<Listener />));

it("a click before the code has run scrolls to its section at once, and is repeated once", () => {
  document.documentElement.dataset.firstVisit = "";
  clickEarly();
  expect(screen.getByText("Quote").scrollIntoView).toHaveBeenCalled();
  expect(document.documentElement.dataset).not.toHaveProperty("firstVisit");
  expect(clicked).not.toHaveBeenCalled();
  start();
  expect(clicked).toHaveBeenCalledOnce();
  start();
  expect(clicked).toHaveBeenCalledOnce();
});

it.each(["keydown", "pointerdown", "focusin", "wheel", "touchmove"])(
  "an early click is forgotten after %s",
  (event) => {
    clickEarly();
    document.body.dispatchEvent(new Event(event, { bubbles: true }));
    start();
    expect(clicked).not.toHaveBeenCalled();
  },
);

it("an early click on a button that is gone is forgotten", () => {
  clickEarly();
  screen.getByRole("button").remove();
  start();
  expect(clicked).not.toHaveBeenCalled();
});

it("a click once the code has run is not repeated", () => {
  start();
  clickEarly();
  start();
  expect(clicked).not.toHaveBeenCalled();
});
