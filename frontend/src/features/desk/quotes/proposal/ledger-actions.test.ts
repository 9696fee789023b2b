import { act, renderHook } from "@testing-library/react";
import type { KeyboardEvent } from "react";
import { expect, it, vi } from "vitest";
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

/** The actions on a ledger whose last state is in `current()`. */
function actionsOn(ledger: Ledger) {
  const setLedger = vi.fn<(next: Ledger) => void>();
  const { result } = renderHook(() => useLedgerActions(ledger, setLedger));
  const current = () => setLedger.mock.lastCall?.[0];
  return { actions: result.current, current };
}
const textsOf = (ledger: Ledger | undefined) =>
  ledger?.flatMap((group) => group.lines).map(({ text }) => text);

it.each([
  [MAX_LINES - 1, MAX_LINES],
  [MAX_LINES, undefined],
])("%i lines take one more only up to the most", (count, expected) => {
  const { actions, current } = actionsOn(lines(count));
  act(() => actions.add("included"));
  const ledger = current();
  expect(ledger && countLines(ledger)).toBe(expected);
});

it.each([
  [MAX_LINES - 2, MAX_LINES],
  [MAX_LINES - 1, undefined],
])("%i lines take a choice of two only up to the most", (count, expected) => {
  const { actions, current } = actionsOn(lines(count));
  act(() => actions.startChoice());
  const ledger = current();
  expect(ledger && countLines(ledger)).toBe(expected);
});

it.each([
  [MAX_LINES - 2, true],
  [MAX_LINES - 1, false],
])("%i lines take two to start from: %s", (count, fits) => {
  const { actions, current } = actionsOn(lines(count));
  let isIn: boolean | undefined;
  act(() => {
    isIn = actions.insert(lines(2));
  });
  expect(isIn).toBe(fits);
  expect(current() !== undefined).toBe(fits);
});

it("a blank line at the place is used instead of another one", () => {
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

it.each([
  ["Enter adds a line below", { key: "Enter" }, ["Line 0", "", "Line 1"]],
  ["Alt and an arrow move the line", { key: "ArrowDown", altKey: true }, ["Line 1", "Line 0"]],
  ["an arrow changes nothing", { key: "ArrowDown" }, undefined],
  ["Ctrl+Enter is the editor's", { key: "Enter", ctrlKey: true }, undefined],
  ["⌘ and Enter are the editor's", { key: "Enter", metaKey: true }, undefined],
  ["Shift+Enter is the field's", { key: "Enter", shiftKey: true }, undefined],
  ["Enter in an input method chooses there", { key: "Enter", nativeEvent: { isComposing: true } }, undefined],
  ["what something else has used up is left", { key: "Enter", defaultPrevented: true }, undefined],
])("%s", (_, keys, expected) => {
  const ledger = lines(2);
  const { actions, current } = actionsOn(ledger);
  const target = document.createElement("input");
  target.dataset.cell = "text";
  const preventDefault = vi.fn();
  const event = { nativeEvent: { isComposing: false }, target, preventDefault, ...keys };
  const [first] = ledger.flatMap((group) => group.lines);
  act(() => actions.onCellKey(event as unknown as KeyboardEvent, "included", first?.key ?? ""));
  expect(textsOf(current())).toEqual(expected);
});
