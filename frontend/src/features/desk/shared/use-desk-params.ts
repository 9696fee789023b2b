import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Changes = Record<string, string | null>;

interface SetOptions {
  /** The change is a step of one that is in the address already: "back" leads to before both. */
  replace?: boolean;
}

export interface DeskParams {
  /** What the address says under a name; "" where it says nothing. */
  get: (name: string) => string;
  /** Writes several at once; null and "" take one out. */
  set: (changes: Changes, options?: SetOptions) => void;
  /** Goes to a tab. The filters of the one before do not come along. */
  openTab: (tab: string) => void;
}

/**
 * What the desk shows, as it stands in the page's address: tab, filters, search, sort and open row. A change is a step
 * of the browser's history, so that "back" leads to what was on the screen before; a reload and a sent link show the
 * same.
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
      // What is there already is no step.
      if (next.toString() !== params.toString()) setParams(next, { replace, preventScrollReset: true });
    },
    [params, setParams],
  );
  const openTab = useCallback((tab: string) => setParams({ tab }, { preventScrollReset: true }), [setParams]);
  return { get, set, openTab };
}
