import { type KeyboardEvent, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { createListeners } from "~/lib/listeners";

/** A shortcut key of one of the desk's lists. */
interface Shortcut {
  /** Any of these runs it, as `KeyboardEvent.key` names them: ["j", "ArrowDown"]. */
  keys: readonly string[];
  /** What it does, for the dialog that lists all keys: "Next row". */
  label: string;
  /** One or two words for the bottom bar. Neighbors with the same hint share it; without one it is in the dialog only. */
  hint?: string;
  /** Whether it also works in a text field of the list. Only for keys that type nothing, such as arrows. */
  inFields?: boolean;
}

export type Shortcuts<Name extends string = string> = Readonly<Record<Name, Shortcut>>;

/** The shortcuts of a list on the screen, for the bottom bar and the dialog. */
export interface ShortcutList {
  name: string;
  shortcuts: Shortcuts;
}

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
const STORED_AS = "desk-shortcuts";

let lists: readonly ShortcutList[] = [];
const listeners = createListeners();

function setLists(next: readonly ShortcutList[]) {
  lists = next;
  listeners.notify();
}

/** Return whether single-letter shortcuts are on in this browser. */
function areLettersOn(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== "off";
  } catch {
    // Storage may be blocked. Shortcuts then stay on.
    return true;
  }
}

export function setLettersOn(on: boolean) {
  try {
    if (on) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, "off");
  } catch {
    // Without storage the choice can't be kept.
  }
  listeners.notify();
}

export const useLettersOn = () => useSyncExternalStore(listeners.subscribe, areLettersOn, () => true);

/** Return the shortcuts of the lists on the screen. */
export const useShortcutLists = () =>
  useSyncExternalStore(
    listeners.subscribe,
    () => lists,
    () => lists,
  );

/** Return whether a key press would type into a text field. */
const isInField = (target: EventTarget | null) => target instanceof Element && target.matches(FIELDS);

/**
 * Give a list of the desk shortcut keys. Put the returned handler on the element around the list as `onKeyDown`: keys work
 * only while the focus is inside, not in text fields (except those with `inFields`), not in dialogs opened from it, and
 * never with Ctrl, Alt or ⌘. People can turn single characters off (WCAG 2.1.4). All shortcuts are listed in the frame's
 * dialog (`?`), and those with a hint also in the bottom bar.
 *
 * `shortcuts` is a constant outside the component. An action that returns `false` leaves the key to the browser; a
 * shortcut without an action is only listed, because something else handles the key, such as a form's Enter.
 *
 *     const queueKeys = { next: { keys: ["j", "ArrowDown"], label: "Next row", hint: "Move" } } satisfies Shortcuts;
 *     const onKeyDown = useShortcuts("Due now", queueKeys, { next: () => select(+1) });
 */
export function useShortcuts<Name extends string>(
  name: string,
  shortcuts: Shortcuts<Name>,
  actions: Partial<Record<Name, (event: KeyboardEvent) => unknown>>,
): (event: KeyboardEvent) => void {
  useEffect(() => {
    const list = { name, shortcuts };
    setLists([...lists, list]);
    return () => setLists(lists.filter((other) => other !== list));
  }, [name, shortcuts]);

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // In React, events also bubble from dialogs that were opened in the list.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key.length === 1 && !areLettersOn()) return;
    const found = (Object.keys(shortcuts) as Name[]).find((each) => shortcuts[each].keys.includes(event.key));
    if (!found || (isInField(event.target) && !shortcuts[found].inFields)) return;
    const action = actions[found];
    if (action && action(event) !== false) event.preventDefault();
  };
}

/** Call `open` on `?` anywhere on the desk, except while someone types or a dialog is open. */
export function useHelpKey(open: () => void) {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "?" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (!areLettersOn() || isInField(target)) return;
    if (target instanceof Element && target.closest("[role=dialog], [role=alertdialog]")) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
