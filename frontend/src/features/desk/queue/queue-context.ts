import { createContext, useContext } from "react";
import type { QueueItem } from "../shared/types";
import type { ListEvent } from "./live-list";

/** The dialogs that a row's next step can open. */
export type QueueDialogName = "call" | "day" | "assign" | "keep" | "refund";

/** What the parts of the queue can do. It stays the same object, so that rows are drawn only when they change. */
export interface QueueDesk {
  update: (event: ListEvent) => void;
  /** Opens a row's details. */
  open: (item: QueueItem) => void;
  /** Opens a row's details with the focus in the reply box. */
  reply: (item: QueueItem) => void;
  openDialog: (name: QueueDialogName, item: QueueItem) => void;
  /** Moves the focus, and the open details, from a row that is about to leave to the one after it. */
  moveOn: (item: QueueItem) => void;
  /** Remembers what takes the last price back, for the shortcut key. */
  offerUndo: (undo: () => void) => void;
  /** Looks at the queue again once nothing more is done for a moment. */
  refreshSoon: () => void;
}

export const QueueContext = createContext<QueueDesk | null>(null);

/** Return the queue that a component is part of. */
export function useQueueDesk(): QueueDesk {
  const desk = useContext(QueueContext);
  if (!desk) throw new Error("Not within the queue");
  return desk;
}
