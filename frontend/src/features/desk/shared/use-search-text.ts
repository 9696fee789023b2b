import { useEffect, useRef, useState } from "react";
import { useAfterTyping } from "~/lib/use-after-typing";
import { useDeskParams } from "./use-desk-params";

interface SearchText {
  /** What the search field shows. */
  text: string;
  /** Changes what the field shows; the search starts shortly after the last change. */
  setText: (text: string) => void;
  /** Searches for these words at once. */
  search: (words: string) => void;
}

/** The text of a search field, whose words are in the URL (`q`). */
export function useSearchText(): SearchText {
  const { get, set } = useDeskParams();
  const q = get("q");
  const [text, setText] = useState(q);
  const asked = useRef(q);

  // Only "back" or a link changes the text: a search that reaches the URL later than the next key would take it away.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setText(q);
  }, [q]);

  const searchFor = (words: string, replace: boolean) => {
    if (words === asked.current) return;
    asked.current = words;
    set({ q: words }, { replace });
  };
  // One entry in the browser's history per search, even if the person paused while typing.
  useAfterTyping(text, (words) => searchFor(words, asked.current !== ""));
  return { text, setText, search: (words) => searchFor(words, false) };
}
