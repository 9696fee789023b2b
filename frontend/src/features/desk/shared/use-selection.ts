import { useCallback, useMemo, useState } from "react";

export interface Selection {
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  all: () => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Keep track of the selected rows. A row that a filter hides is no longer selected. */
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
    all: () => setChosen(new Set((rows ?? []).map(({ id }) => id))),
    clear: () => setChosen(none),
  };
}
