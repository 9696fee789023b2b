import { fireEvent, render, screen } from "@testing-library/react";
import { createPortal } from "react-dom";
import { expect, it, vi } from "vitest";
import { aPerson } from "~/test/person";
import { type Shortcuts, setLettersOn, useHelpKey, useShortcuts } from "./shortcuts";

const keys = {
  next: { keys: ["j", "ArrowDown"], label: "Next row", inFields: true },
  reply: { keys: ["r"], label: "Reply" },
  send: { keys: ["Enter"], label: "Send" },
} satisfies Shortcuts;

function List({ next, reply }: { next: () => void; reply: () => void }) {
  const onKeyDown = useShortcuts("Due now", keys, { next, reply });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the lists of the desk, whose rows take the focus
    <div onKeyDown={onKeyDown}>
      <button type="button">Row</button>
      <input aria-label="Price" />
      {createPortal(<button type="button">In a dialog</button>, document.body)}
    </div>
  );
}

function openList() {
  const next = vi.fn();
  const reply = vi.fn();
  render(
    <>
      <List next={next} reply={reply} />
      <button type="button">Elsewhere</button>
    </>,
  );
  const focus = (name: string) => screen.getByRole("button", { name }).focus();
  return { next, reply, focus, person: aPerson() };
}

it("shortcuts work only while the focus is in their list", async () => {
  const { next, reply, focus, person } = openList();
  focus("Row");
  await person.keyboard("r{ArrowDown}j");
  expect(reply).toHaveBeenCalledOnce();
  expect(next).toHaveBeenCalledTimes(2);

  focus("Elsewhere");
  await person.keyboard("rj");
  focus("In a dialog");
  await person.keyboard("rj");
  expect(reply).toHaveBeenCalledOnce();
  expect(next).toHaveBeenCalledTimes(2);
});

it("shortcuts leave text fields and the browser's own keys alone", async () => {
  const { next, reply, focus, person } = openList();
  await person.click(screen.getByLabelText("Price"));
  await person.keyboard("r");
  expect(screen.getByLabelText("Price")).toHaveValue("r");
  await person.keyboard("{ArrowDown}");
  focus("Row");
  await person.keyboard("{Control>}r{/Control}");
  expect(reply).not.toHaveBeenCalled();
  expect(next).toHaveBeenCalledOnce();
});

it("letters do nothing once they are turned off", async () => {
  const { next, reply, focus, person } = openList();
  setLettersOn(false);
  focus("Row");
  await person.keyboard("jr{ArrowDown}");
  expect(next).toHaveBeenCalledOnce();
  expect(reply).not.toHaveBeenCalled();
  setLettersOn(true);
  await person.keyboard("jr");
  expect(next).toHaveBeenCalledTimes(2);
  expect(reply).toHaveBeenCalledOnce();
});

it("letters stay on if the browser blocks storage", async () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
  const { next, focus, person } = openList();
  setLettersOn(false);
  focus("Row");
  await person.keyboard("j");
  expect(next).toHaveBeenCalledOnce();
});

it("shortcuts leave keys alone that their action doesn't use or that were handled before", () => {
  const { next, reply, focus } = openList();
  focus("Row");
  const press = (key: string) => fireEvent.keyDown(screen.getByRole("button", { name: "Row" }), { key });
  reply.mockReturnValue(false);
  expect(press("r")).toBe(true);
  expect(press("j")).toBe(false);
  expect(press("Enter")).toBe(true); // only listed
  const used = new KeyboardEvent("keydown", { key: "j", bubbles: true, cancelable: true });
  used.preventDefault();
  fireEvent(screen.getByRole("button", { name: "Row" }), used);
  expect(next).toHaveBeenCalledOnce();
});

function Page({ open }: { open: () => void }) {
  useHelpKey(open);
  return (
    <>
      <button type="button">Anywhere</button>
      <input aria-label="Price" />
      <div role="dialog" aria-label="Details">
        <button type="button">In a dialog</button>
      </div>
      <div role="alertdialog" aria-label="Question">
        <button type="button">In a question</button>
      </div>
    </>
  );
}

it("the list of all keys opens with ? anywhere but in a text field, in a dialog or with another key", async () => {
  const open = vi.fn();
  const person = aPerson();
  render(<Page open={open} />);
  await person.keyboard("?");
  await person.click(screen.getByRole("button", { name: "Anywhere" }));
  await person.keyboard("?");
  expect(open).toHaveBeenCalledTimes(2);
  await person.keyboard("{Control>}?{/Control}{Alt>}?{/Alt}{Meta>}?{/Meta}");
  for (const name of ["In a dialog", "In a question"]) {
    await person.click(screen.getByRole("button", { name }));
    await person.keyboard("?");
  }
  await person.type(screen.getByLabelText("Price"), "?");
  expect(open).toHaveBeenCalledTimes(2);
});
