import { useCallback, useMemo, useState } from "react";

export interface Selection {
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Select all rows, or the first ones that one request may change. */
  all: () => void;
  clear: () => void;
}

/** The most rows that one request may change, as on the server. */
export const MAX_SELECTED = 200;
const none: ReadonlySet<string> = new Set();

/** Keep track of the selected rows. A row isn't selected while a filter hides it. */
export function useSelection(rows: readonly { id: string }[] | undefined): Selection {
  const [chosen, setChosen] = useState(none);
  const ids = useMemo(() => (rows ?? []).map(({ id }) => id).filter((id) => chosen.has(id)), [rows, chosen]);
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle,
    all: () => setChosen(new Set((rows ?? []).slice(0, MAX_SELECTED).map(({ id }) => id))),
    clear: () => setChosen(none),
  };
}
