import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/** Seconds between the looks: quick while it is likely, then patient, and after half a minute no more. */
const PAUSES = [1, 1, 2, 3, 5, 8, 10];

/** `waiting`: it should come any moment · `there` · `late`: it will come, but nobody should sit and wait. */
export type Awaited = "waiting" | "there" | "late";

interface Await<Data> {
  /** Asks the server. */
  ask: () => Promise<Data>;
  /** Whether the answer says what is waited for. */
  isThere: (data: Data) => boolean;
  /** The queries that are out of date once it is there. */
  invalidates: QueryKey[];
}

/** Looks until it is there, a limited number of times, or until nobody waits any more. */
async function watch(look: () => Promise<boolean>, isStopped: () => boolean): Promise<boolean> {
  if (await look()) return true;
  for (const seconds of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (isStopped()) return false;
    if (await look()) return true;
  }
  return false;
}

/**
 * Waits for the server to show what Stripe has told the browser already: it learns of it by itself, a moment later.
 * Looks a limited number of times, and no more once the page is left.
 */
export function useAwaited<Data>(wanted: Await<Data>): Awaited {
  const queryClient = useQueryClient();
  const [state, setState] = useState<Awaited>("waiting");
  const { current } = useRef(wanted);

  useEffect(() => {
    let stopped = false;
    // A look that fails is a look that saw nothing.
    const look = () => current.ask().then(current.isThere, () => false);
    void watch(look, () => stopped).then((there) => {
      if (stopped) return;
      setState(there ? "there" : "late");
      for (const queryKey of current.invalidates) void queryClient.invalidateQueries({ queryKey });
    });
    return () => {
      stopped = true;
    };
  }, [current, queryClient]);
  return state;
}
