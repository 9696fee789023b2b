import { createContext, useContext } from "react";
import type { QueueItem } from "../shared/types";
import type { ListEvent } from "./live-list";

/** The dialogs that a row's next step can open. */
export type QueueDialogName = "call" | "day" | "assign" | "keep" | "refund";

/** What the queue's components can do. The object never changes, so that rows render only when their data does. */
export interface QueueDesk {
  update: (event: ListEvent) => void;
  /** Opens a row's details. */
  open: (item: QueueItem) => void;
  /** Opens a row's details with the focus in the reply box. */
  reply: (item: QueueItem) => void;
  openDialog: (name: QueueDialogName, item: QueueItem) => void;
  /** Moves the focus, and the open details, from a row that is about to leave to the one after it. */
  moveOn: (item: QueueItem) => void;
  /** Remembers how to undo the last price, for the shortcut key. */
  offerUndo: (undo: () => void) => void;
  /** Fetches the queue again after a short pause in the work. */
  refreshSoon: () => void;
}

export const QueueContext = createContext<QueueDesk | null>(null);

/** Return the actions of the queue that a component is part of. */
export function useQueueDesk(): QueueDesk {
  const desk = useContext(QueueContext);
  if (!desk) throw new Error("useQueueDesk must be used within the queue");
  return desk;
}
