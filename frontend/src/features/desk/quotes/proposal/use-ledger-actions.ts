import { type KeyboardEvent, useState } from "react";
import { toast } from "~/ui/toast";
import { useFocusSoon } from "../../shared/use-focus-soon";
import {
  addChoice,
  addLines,
  blankLine,
  type Cell,
  changeLine,
  countLines,
  isBlank,
  type Ledger,
  type LedgerLine,
  MAX_LINES,
  mergeLedger,
  moveLine,
  placeLine,
  removeLine,
  renameChoice,
  shiftLine,
  suggestLine,
} from "./ledger";

const toastFull = () => toast({ title: `A proposal has at most ${MAX_LINES} lines`, variant: "destructive" });

export type LedgerActions = ReturnType<typeof useLedgerActions>;

const cellSelector = (key: string, cell: Cell | "name") => `[data-key="${key}"] [data-cell="${cell}"]`;

const arrows: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Return whether the caret can't move further up or down in a field, so that the arrow key goes to the next line. */
function isAtEdge(field: HTMLElement, by: 1 | -1): boolean {
  if (!(field instanceof HTMLTextAreaElement)) return true;
  const { selectionStart, value, scrollHeight } = field;
  const isOneLine = scrollHeight < 1.8 * Number.parseFloat(getComputedStyle(field).lineHeight);
  return isOneLine || !scrollHeight || selectionStart === (by < 0 ? 0 : value.length);
}

/** Return the actions on a proposal's lines. They also move the focus. */
export function useLedgerActions(ledger: Ledger, setLedger: (ledger: Ledger) => void) {
  const focusSoon = useFocusSoon();
  const [edited, setEdited] = useState<string | null>(null);
  const lines = ledger.flatMap((group) => group.lines);

  /** Focus a cell: now if it exists, otherwise once it is rendered. */
  const focus = (key: string, cell: Cell | "name" = "text") => {
    const selector = cellSelector(key, cell);
    const field = document.querySelector<HTMLElement>(selector);
    if (field) field.focus();
    else focusSoon(selector);
  };
  /** Return whether this many lines can be added; show a toast if not. */
  const hasRoom = (count: number) => {
    if (countLines(ledger) + count <= MAX_LINES) return true;
    toastFull();
    return false;
  };
  const add = (groupKey: string, afterKey?: string) => {
    const group = ledger.find(({ key }) => key === groupKey);
    // Use a blank line in that place instead of adding another one.
    const blank = group?.lines.find(
      (line, index) =>
        isBlank(line) &&
        (afterKey === undefined || group.lines[index - 1]?.key === afterKey || line.key === afterKey),
    );
    if (blank) return focus(blank.key);
    if (!hasRoom(1)) return;
    const line = blankLine();
    setLedger(addLines(ledger, [line], groupKey, afterKey));
    focus(line.key);
  };
  /** Add the lines of another ledger. Return whether there was room for them. */
  const insert = (added: Ledger) => {
    const merged = mergeLedger(ledger, added);
    if (countLines(merged) > MAX_LINES) {
      toastFull();
      return false;
    }
    setLedger(merged);
    const [first] = added.flatMap((group) => group.lines);
    if (first) focus(first.key);
    return true;
  };
  const remove = (key: string) => {
    const index = lines.findIndex((line) => line.key === key);
    const next = lines[index + 1] ?? lines[index - 1];
    setLedger(removeLine(ledger, key));
    if (next) focus(next.key);
  };
  const startChoice = () => {
    if (!hasRoom(2)) return;
    const { ledger: next, groupKey } = addChoice(ledger);
    setLedger(next);
    focus(groupKey, "name");
  };
  const shift = (key: string, by: 1 | -1, cell: Cell = "text") => {
    setLedger(shiftLine(ledger, key, by));
    // The browser drops the focus when an element is moved in the DOM.
    focusSoon(cellSelector(key, cell));
  };
  const step = (key: string, by: 1 | -1, cell: Cell) => {
    const next = lines[lines.findIndex((line) => line.key === key) + by];
    if (next) focus(next.key, cell);
    return next !== undefined;
  };

  /** Go to the next line, or move the line with Alt. Return whether the browser's own handling is to be prevented. */
  const onArrow = (field: HTMLElement, key: string, by: 1 | -1, isReorder: boolean) => {
    const cell = field.dataset.cell as Cell;
    if (isReorder) shift(key, by, cell);
    // Otherwise the arrow would change the unit on the first and the last line, where there is no next one.
    return isReorder || (isAtEdge(field, by) && step(key, by, cell)) || cell === "unit";
  };
  /** Handle a key in a cell. The editor handles Escape and keys with Ctrl. */
  const onCellKey = (event: KeyboardEvent, groupKey: string, key: string) => {
    const field = event.target as HTMLElement;
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    // An input method may still be composing the text.
    const isOurs = field.dataset.cell && !event.defaultPrevented && !event.nativeEvent.isComposing;
    if (!isOurs || ctrlKey || metaKey || shiftKey) return;
    const by = arrows[event.key];
    if (by && onArrow(field, key, by, altKey)) event.preventDefault();
    if (event.key === "Enter" && !altKey) {
      event.preventDefault();
      add(groupKey, key);
    }
  };

  return {
    edited,
    setEdited,
    focus,
    add,
    insert,
    remove,
    startChoice,
    shift,
    onCellKey,
    change: (key: string, values: Partial<LedgerLine>) => setLedger(changeLine(ledger, key, values)),
    /** Fill in a line and go to its quantity, once it is there: the focus selects it, so that typing replaces it. */
    fill: (key: string, values: Partial<LedgerLine>) => {
      setLedger(changeLine(ledger, key, values));
      focusSoon(cellSelector(key, "quantity"));
    },
    suggest: (key: string) => setLedger(suggestLine(ledger, key)),
    rename: (groupKey: string, name: string) => setLedger(renameChoice(ledger, groupKey, name)),
    place: (key: string, atKey: string) => setLedger(placeLine(ledger, key, atKey)),
    move: (key: string, groupKey: string) => {
      setLedger(moveLine(ledger, key, groupKey));
      // Focus it only after it is rendered in the other group.
      focusSoon(cellSelector(key, "text"));
    },
  };
}
