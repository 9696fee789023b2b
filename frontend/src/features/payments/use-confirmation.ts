import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/** Seconds between requests, short at first and longer later. Polling ends after half a minute. */
const PAUSES = [1, 1, 2, 2, 3, 3, 3, 5, 5, 5];

/** `waiting`: expected any moment · `there`: confirmed · `late`: still expected, but not worth waiting for. */
export type ConfirmationState = "waiting" | "there" | "late";

interface Confirmation<Data> {
  /** Fetches the current state from the server. */
  ask: () => Promise<Data>;
  /** Whether the response has the confirmation. */
  isThere: (data: Data) => boolean;
  /** The queries to refetch at the end. */
  invalidates: QueryKey[];
}

/** Poll until `check` returns true, the pauses run out or the caller stops it. Return whether `check` returned true. */
async function poll(check: () => Promise<boolean>, isStopped: () => boolean): Promise<boolean> {
  if (await check()) return true;
  for (const seconds of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (isStopped()) return false;
    if (await check()) return true;
  }
  return false;
}

/**
 * Poll until the server knows what Stripe has already told the browser, since its webhook arrives a moment later. Stop
 * after half a minute or when the person leaves the page. Either way, `invalidates` are refetched.
 */
export function useConfirmation<Data>(confirmation: Confirmation<Data>): ConfirmationState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConfirmationState>("waiting");
  const { current } = useRef(confirmation);

  useEffect(() => {
    let stopped = false;
    const refetch = () => {
      for (const queryKey of current.invalidates) void queryClient.invalidateQueries({ queryKey });
    };
    // A failed request counts as no confirmation yet.
    const check = () => current.ask().then(current.isThere, () => false);
    void poll(check, () => stopped).then((isConfirmed) => {
      if (stopped) return;
      stopped = true;
      setState(isConfirmed ? "there" : "late");
      refetch();
    });
    return () => {
      if (!stopped) refetch();
      stopped = true;
    };
  }, [current, queryClient]);
  return state;
}
