import { type KeyboardEvent, type RefObject, useEffectEvent, useMemo, useRef, useState } from "react";
import { TOAST_DURATION } from "~/ui/toast";
import { type Shortcuts, useShortcuts } from "../shared/shortcuts";
import type { QueueItem } from "../shared/types";
import { useDeskParams } from "../shared/use-desk-params";
import { useFocusSoon } from "../shared/use-focus-soon";
import { useRefreshSoon } from "./api";
import { keyOf, type RowKey } from "./kinds";
import type { QueueDesk, QueueDialogName } from "./queue-context";
import { focusRow, isInAmount, keyOfElement, rowAfter, rowElements } from "./row-focus";
import type { LiveQueue } from "./use-live-queue";

// Letters work in the list's text fields too, since these take only amounts.
const queueKeys = {
  next: { keys: ["j", "ArrowDown"], label: "Next customer", hint: "Move", inFields: true },
  previous: { keys: ["k", "ArrowUp"], label: "Previous customer", hint: "Move", inFields: true },
  enter: {
    keys: ["Enter"],
    label: "Send the price and go to the next one; on a name, open it",
    hint: "Send, next",
  },
  reply: { keys: ["r"], label: "Reply", hint: "Reply", inFields: true },
  call: { keys: ["c"], label: "Log a call", hint: "Log call", inFields: true },
  undo: { keys: ["u"], label: "Undo the last price (for five seconds)", inFields: true },
  search: { keys: ["/"], label: "Search this list", hint: "Search", inFields: true },
} satisfies Shortcuts;

interface Parts {
  queue: LiveQueue;
  list: RefObject<HTMLUListElement | null>;
  search: RefObject<HTMLInputElement | null>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Return whether details are beside the list, as from 64 rem, instead of replacing it. */
const isSplit = () => window.matchMedia("(min-width: 64rem)").matches;

/** Return the selector of a control in one row's details, since another row's are still there for a moment. */
const inDetails = (key: string, control: string) => `[data-details="${key}"] ${control}`;

/** Return the selector of a row's link to its details. */
const firstLink = (key: string | null) => `[data-row="${key}"] a[href]`;

/** Manage the work on the queue: which row has the focus, which one is open, the shortcut keys and the dialogs. */
export function useQueueWork({ queue, list, search, heading }: Parts) {
  const { get, set } = useDeskParams();
  const open = get("open") as RowKey | "";
  const [current, setCurrent] = useState<RowKey | null>(open || null);
  const [dialog, setDialog] = useState<{ name: QueueDialogName; item: QueueItem } | null>(null);
  const undos = useRef<{ at: number; run: () => void }[]>([]);
  const refreshSoon = useRefreshSoon();
  const focusSoon = useFocusSoon();
  const { update } = queue;
  const rows = queue.list.rows;

  const show = (key: RowKey | null, options?: { replace: boolean }) => {
    if (key) setCurrent(key);
    set({ open: key }, options);
  };
  const openItem = useEffectEvent((item: QueueItem) => {
    show(keyOf(item), { replace: open !== "" });
    if (!isSplit()) focusSoon(inDetails(keyOf(item), "h2"));
  });
  const reply = useEffectEvent((item: QueueItem) => {
    show(keyOf(item), { replace: open !== "" });
    if (open === keyOf(item)) document.querySelector<HTMLElement>("[data-reply]")?.focus();
    else focusSoon(inDetails(keyOf(item), "[data-reply]"));
  });
  const moveOn = useEffectEvent((item: QueueItem) => {
    const key = keyOf(item);
    const row = list.current?.querySelector(`[data-row="${key}"]`);
    const hadFocus = row?.contains(document.activeElement) === true;
    const next = list.current ? rowAfter(list.current, key, { amount: item.kind === "quote" }) : null;
    if (hadFocus && next) focusRow(next, { amount: isInAmount() });
    else if (hadFocus) heading.current?.focus();
    else if (next && document.activeElement?.closest("[role=dialog]"))
      focusSoon(firstLink(keyOfElement(next)));
    if (open !== key) return;
    const nextKey = keyOfElement(next);
    show(nextKey, { replace: true });
    // The next row's details replace these, which had the focus.
    if (!hadFocus && nextKey) focusSoon(inDetails(nextKey, "h2"));
  });
  const offerUndo = useEffectEvent((run: () => void) => {
    undos.current.push({ at: Date.now(), run });
  });

  const desk: QueueDesk = useMemo(
    () => ({
      update,
      open: (item) => openItem(item),
      reply: (item) => reply(item),
      openDialog: (name, item) => setDialog({ name, item }),
      moveOn: (item) => moveOn(item),
      offerUndo: (run) => offerUndo(run),
      refreshSoon,
    }),
    [update, refreshSoon],
  );

  const itemOf = (key: RowKey | null) => rows.find((row) => row.key === key)?.item;
  const withCurrent = (run: (item: QueueItem) => void) => () => {
    const item = itemOf(current);
    if (!item) return false;
    run(item);
  };
  const step = (by: 1 | -1) => () => {
    if (!list.current) return;
    const all = rowElements(list.current);
    const place = all.findIndex((row) => keyOfElement(row) === current);
    const row = all[Math.max(0, place + by)];
    if (row) focusRow(row, { amount: isInAmount() });
  };
  const undoLast = () => {
    const last = undos.current.pop();
    if (last && Date.now() - last.at < TOAST_DURATION) last.run();
  };
  const onKeyDown = useShortcuts("Due now", queueKeys, {
    next: step(1),
    previous: step(-1),
    reply: withCurrent((item) => (item.quoteId ? reply(item) : openItem(item))),
    call: withCurrent((item) => setDialog({ name: "call", item })),
    undo: undoLast,
    search: () => search.current?.focus(),
  });

  return {
    desk,
    open,
    current,
    dialog,
    closeDialog: () => setDialog(null),
    onKeyDown: onKeyDown as (event: KeyboardEvent) => void,
    /** Called when the focus has moved to a row: open details follow it. */
    onCurrent: (key: RowKey) => {
      setCurrent(key);
      if (open && open !== key && isSplit()) set({ open: key }, { replace: true });
    },
    close: () => {
      // A row that was finished in its details has left the list.
      const isListed = list.current?.querySelector(`[data-row="${open}"]:not([hidden])`);
      const next = !isListed && list.current && open ? rowAfter(list.current, open, { amount: false }) : null;
      if (isListed || next) focusSoon(firstLink(isListed ? open : keyOfElement(next)));
      else heading.current?.focus();
      set({ open: null });
    },
    /** Opens the details of the next or previous row by their own button, which keeps the focus. */
    move: (key: RowKey, label: "Next" | "Previous") => {
      focusSoon(inDetails(key, `[aria-label="${label}"]`));
      show(key, { replace: true });
    },
    /** Shows the new rows, with the focus on the first. */
    showNew: () => {
      const [first] = queue.list.arrivals;
      if (first) focusSoon(firstLink(keyOf(first)));
      update({ type: "shown", now: Date.now() });
    },
  };
}
