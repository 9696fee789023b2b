import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { cx } from "~/lib/cx";
import { useAfterTyping } from "~/lib/use-after-typing";
import { inputClass } from "~/ui/text-input";
import { useDeskParams } from "./use-desk-params";

/** A search box that searches shortly after the last key, or at once with Enter. The text is in the URL (`q`). */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const { get, set } = useDeskParams();
  const q = get("q");
  const [text, setText] = useState(q);
  const asked = useRef(q);
  const id = useId();

  // "Back" or a link changed the URL.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setText(q);
  }, [q]);

  const search = (words: string, options?: { replace: boolean }) => {
    if (words === asked.current) return;
    asked.current = words;
    set({ q: words }, options);
  };
  // One entry in the browser's history per search, even if the person paused while typing.
  useAfterTyping(text, (words) => search(words, { replace: asked.current !== "" }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text.trim());
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: more browsers support the role than the element
    <form role="search" onSubmit={submit} className="relative max-sm:col-span-full sm:w-64 sm:flex-none">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted-foreground" />
      <input
        id={id}
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        placeholder={placeholder}
        className={cx(inputClass, "pl-10")}
      />
    </form>
  );
}
