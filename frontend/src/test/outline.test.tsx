import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { outline } from "./outline";

it("an outline has what a screen reader says, and marks what is only seen", () => {
  render(
    <main>
      <h1>
        Your <b>tree</b>
      </h1>
      <span aria-hidden>17</span>
      <span aria-hidden>·</span>
      <p aria-hidden data-aria-hidden>
        Behind a dialog
      </p>
      <div aria-live="polite">$15</div>
      <span style={{ color: "var(--tone-amber-fg)", backgroundColor: "var(--tone-amber-bg)" }}>Pending</span>
      <p>
        Due Friday, <b className="text-error-text">late</b>
      </p>
      <ul>
        <li>
          <a href="/trees">Change it</a>, or call.
        </li>
      </ul>
      <label>
        Street
        <input name="street" defaultValue="Marcy" aria-invalid aria-describedby="hint" autoComplete="off" />
      </label>
      <p id="hint">Without the town</p>
      <button type="button" aria-label="Close the menu" aria-expanded={false} disabled>
        <svg aria-hidden />
      </button>
    </main>,
  );
  screen.getByRole("textbox").focus();
  expect(outline().split("\n")).toEqual([
    "main",
    "  heading1: Your tree",
    "  seen only: 17",
    "  div [live=polite]: $15",
    "  Pending [amber]",
    "  p",
    "    Due Friday,",
    "    late [red]",
    "  list",
    "    listitem",
    "      link [href=/trees]: Change it",
    "      , or call.",
    "  label",
    "    Street",
    "    textbox [invalid=true, autocomplete=off, text, value=Marcy, focused] (Without the town): Street",
    "  p: Without the town",
    "  button [expanded=false, disabled]: Close the menu",
  ]);
});
