import { act, renderHook } from "@testing-library/react";
import type { KeyboardEvent } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { useToast } from "~/ui/toast";
import { asNewLedger, blankLine, countLines, type Ledger, MAX_LINES } from "./ledger";
import { useLedgerActions } from "./use-ledger-actions";

const line = {
  quantity: "1",
  unit: "flat",
  unitPrice: "5",
  optional: false,
  choice: null,
  suggested: false,
} as const;
const lines = (count: number) =>
  asNewLedger(Array.from({ length: count }, (_, place) => ({ ...line, text: `Line ${place}` })));

/** Return the actions on a ledger, and its latest state in `current()`. */
function actionsOn(ledger: Ledger) {
  const setLedger = vi.fn<(next: Ledger) => void>();
  const { result } = renderHook(() => useLedgerActions(ledger, setLedger));
  const current = () => setLedger.mock.lastCall?.[0];
  return { actions: result.current, current };
}
const toastShown = () => {
  const { current } = renderHook(() => useToast()).result;
  return current?.open ? current.title : undefined;
};
const textsOf = (ledger: Ledger | undefined) =>
  ledger?.flatMap((group) => group.lines).map(({ text }) => text);

it.each([
  [MAX_LINES - 1, MAX_LINES],
  [MAX_LINES, undefined],
])("a line is added to %i lines only up to the limit", (count, expected) => {
  const { actions, current } = actionsOn(lines(count));
  act(() => actions.add("included"));
  const ledger = current();
  expect(ledger && countLines(ledger)).toBe(expected);
  expect(toastShown()).toBe(expected ? undefined : "A proposal has at most 40 lines");
});

it.each([
  [MAX_LINES - 2, MAX_LINES],
  [MAX_LINES - 1, undefined],
])("a choice of two is added to %i lines only up to the limit", (count, expected) => {
  const { actions, current } = actionsOn(lines(count));
  act(() => actions.startChoice());
  const ledger = current();
  expect(ledger && countLines(ledger)).toBe(expected);
  expect(toastShown()).toBe(expected ? undefined : "A proposal has at most 40 lines");
});

it.each([
  [MAX_LINES - 2, true],
  [MAX_LINES - 1, false],
])("two suggested lines are added to %i lines only up to the limit: %s", (count, fits) => {
  const { actions, current } = actionsOn(lines(count));
  let isIn: boolean | undefined;
  act(() => {
    isIn = actions.insert(lines(2));
  });
  expect(isIn).toBe(fits);
  expect(current() !== undefined).toBe(fits);
  expect(toastShown()).toBe(fits ? undefined : "A proposal has at most 40 lines");
});

it("a blank line in the same place is used instead of adding one", () => {
  const [choices = [], rest] = [lines(2)[0]?.lines, lines(0)];
  const [first, second] = choices;
  if (!first || !second) throw new Error("Two lines are missing");
  const group = { key: "included", kind: "included" as const, name: "" };
  const ledger = [{ ...group, lines: [first, blankLine({ key: "blank" }), second] }, ...rest.slice(1)];
  const { actions, current } = actionsOn(ledger);
  act(() => actions.add("included", first.key));
  act(() => actions.add("included", "blank"));
  act(() => actions.add("included"));
  expect(current()).toBeUndefined();
  act(() => actions.add("included", second.key));
  expect(textsOf(current())).toEqual(["Line 0", "", "Line 1", ""]);
});

/** Press a key in a cell of a line. Return whether the browser's own handling was prevented. */
function press(actions: ReturnType<typeof actionsOn>["actions"], key: string, target: Element, keys: object) {
  const preventDefault = vi.fn();
  const event = { nativeEvent: { isComposing: false }, target, preventDefault, ...keys };
  act(() => actions.onCellKey(event as unknown as KeyboardEvent, "included", key));
  return preventDefault.mock.calls.length > 0;
}
function aCell<Tag extends "input" | "textarea">(tag: Tag) {
  const field = document.createElement(tag);
  field.dataset.cell = "text";
  return field;
}

it.each([
  ["Enter adds a line below", { key: "Enter" }, ["Line 0", "", "Line 1"]],
  ["Alt and an arrow move the line", { key: "ArrowDown", altKey: true }, ["Line 1", "Line 0"]],
  ["an arrow changes nothing", { key: "ArrowDown" }, undefined],
  ["Ctrl+Enter is left to the editor", { key: "Enter", ctrlKey: true }, undefined],
  ["⌘+Enter is left to the editor", { key: "Enter", metaKey: true }, undefined],
  ["Shift+Enter is left to the field", { key: "Enter", shiftKey: true }, undefined],
  ["Enter in an input method is left to it", { key: "Enter", nativeEvent: { isComposing: true } }, undefined],
  ["a key that was already handled is ignored", { key: "Enter", defaultPrevented: true }, undefined],
])("%s", (_, keys, expected) => {
  const ledger = lines(2);
  const { actions, current } = actionsOn(ledger);
  const [first] = ledger.flatMap((group) => group.lines);
  press(actions, first?.key ?? "", aCell("input"), keys);
  expect(textsOf(current())).toEqual(expected);
});

it.each([
  ["ArrowUp", 0, 60, true],
  ["ArrowUp", 1, 60, false],
  ["ArrowDown", 7, 60, false],
  ["ArrowDown", 8, 60, true],
  ["ArrowUp", 4, 24, true],
  ["ArrowDown", 4, 24, true],
])("%s at %i of eight letters in a text %i px high goes to another line: %s", (key, caret, height, goes) => {
  const ledger = lines(3);
  const { actions } = actionsOn(ledger);
  const field = Object.assign(aCell("textarea"), { value: "Two rows" });
  field.style.lineHeight = "20px";
  document.body.append(field);
  onTestFinished(() => field.remove());
  field.setSelectionRange(caret, caret);
  Object.defineProperty(field, "scrollHeight", { value: height });
  const [, middle] = ledger.flatMap((group) => group.lines);
  expect(press(actions, middle?.key ?? "", field, { key })).toBe(goes);
});
