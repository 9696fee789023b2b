import { useEffect, useEffectEvent } from "react";

/** Milliseconds without typing after which a search starts. */
const PAUSE = 300;

/** Call `search` with the trimmed text once it has not changed for a moment. */
export function useAfterTyping(text: string, search: (words: string) => void) {
  const run = useEffectEvent(() => search(text.trim()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the wait again
  useEffect(() => {
    const timer = setTimeout(run, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
}
