import { useCallback, useState } from "react";
import { readDraft, writeDraft } from "./drafts";

/** The text of one box, kept while it is not sent. Setting it to "" forgets it. */
export function useTextDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const draft = readDraft(key);
    return typeof draft === "string" ? draft : "";
  });
  const change = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(key, next || null);
    },
    [key],
  );
  return [text, change];
}
