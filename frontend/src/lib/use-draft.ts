import { useCallback, useState } from "react";
import { readDraft, writeDraft } from "./drafts";

/** Keep the text of one box until it is sent. Setting it to "" removes it. */
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
