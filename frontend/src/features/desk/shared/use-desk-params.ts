import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Changes = Record<string, string | null>;

interface SetOptions {
  /** Replace the history entry, because the change continues the previous one: "back" undoes both. */
  replace?: boolean;
}

export interface DeskParams {
  /** Returns the value of a query parameter; "" if it is missing. */
  get: (name: string) => string;
  /** Sets several parameters at once; null and "" remove one. */
  set: (changes: Changes, options?: SetOptions) => void;
  /** Opens a tab without the filters of the previous one. */
  openTab: (tab: string) => void;
}

/**
 * Read and change what the desk shows, which is in the URL's query: tab, filters, search, order and open row. Each change
 * is an entry in the browser's history, so that "back" returns to the previous view. A reload or a shared link shows the
 * same view.
 */
export function useDeskParams(): DeskParams {
  const [params, setParams] = useSearchParams();

  const get = useCallback((name: string) => params.get(name) ?? "", [params]);
  const set = useCallback(
    (changes: Changes, { replace = false }: SetOptions = {}) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // An unchanged URL adds no history entry.
      if (next.toString() !== params.toString()) setParams(next, { replace, preventScrollReset: true });
    },
    [params, setParams],
  );
  const openTab = useCallback((tab: string) => setParams({ tab }, { preventScrollReset: true }), [setParams]);
  return { get, set, openTab };
}
