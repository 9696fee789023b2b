import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { aPerson } from "~/test/person";
import { ButtonLink } from "~/ui/button";
import { useDoubleClickGuard } from "./use-double-click-guard";

/** Paying removes the button, so the link moves to where it was. */
function Checkout() {
  useDoubleClickGuard();
  const [isPaid, setPaid] = useState(false);
  const [opened, setOpened] = useState(0);
  return (
    <MemoryRouter>
      {!isPaid && (
        <button type="button" onClick={() => setPaid(true)}>
          Pay
        </button>
      )}
      <ButtonLink href="#terms" onClick={() => setOpened(opened + 1)}>
        <b>Terms</b>
      </ButtonLink>
      <p>Opened: {opened}</p>
    </MemoryRouter>
  );
}

/** Each row has its own button. */
function Details() {
  useDoubleClickGuard();
  const [row, setRow] = useState(1);
  return (
    <section key={row}>
      <h2>Row {row}</h2>
      <button type="button" aria-label="Next" onClick={() => setRow(row + 1)} />
    </section>
  );
}

/** Dispatch the events of the nth click of a series. Return whether the browser's default action happens. */
function press(element: HTMLElement, nth: number) {
  for (const type of ["mouseDown", "mouseUp"] as const) fireEvent[type](element, { detail: nth });
  return fireEvent.click(element, { detail: nth });
}

it("ignores the second click of a double click on a link that has moved under the pointer", () => {
  render(<Checkout />);
  press(screen.getByRole("button", { name: "Pay" }), 1);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(press(screen.getByText("Terms"), 2)).toBe(false);
  expect(press(screen.getByText("Terms"), 3)).toBe(false);
  expect(screen.getByText("Opened: 0")).toBeVisible();

  expect(press(screen.getByText("Terms"), 1)).toBe(true);
  expect(screen.getByText("Opened: 1")).toBeVisible();
});

it("lets through a double click on one link, and a key press", async () => {
  render(<Checkout />);
  const person = aPerson();
  await person.dblClick(screen.getByText("Terms"));
  expect(screen.getByText("Opened: 2")).toBeVisible();
  press(screen.getByRole("button", { name: "Pay" }), 1);
  screen.getByRole("link").focus();
  await person.keyboard("{Enter}");
  expect(screen.getByText("Opened: 3")).toBeVisible();
});

it("lets through a series of clicks on a button that each click renders again", () => {
  render(<Details />);
  for (const nth of [1, 2, 3]) press(screen.getByRole("button", { name: "Next" }), nth);
  expect(screen.getByRole("heading", { name: "Row 4" })).toBeVisible();
});
