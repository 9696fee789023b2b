import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { cx } from "~/lib/cx";
import { inputClass } from "~/ui/text-input";
import { useDeskParams } from "./use-desk-params";

/** Time without a key, after which what stands in the box is looked for. */
const PAUSE = 300;

/** Searches while one types: a moment after the last key, at once with Enter. The words stand in the address (`q`). */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const { get, set } = useDeskParams();
  const q = get("q");
  const [text, setText] = useState(q);
  const asked = useRef(q);
  const id = useId();

  // "Back", or another link, changed the address.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const words = text.trim();
    if (words === asked.current) return;
    const timer = setTimeout(() => {
      // One step of the history for one search, however many pauses it took to type.
      const replace = asked.current !== "";
      asked.current = words;
      set({ q: words }, { replace });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, set]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words === asked.current) return;
    asked.current = words;
    set({ q: words });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know the role for longer than the element
    <form role="search" onSubmit={search} className="relative max-sm:col-span-full sm:w-64 sm:flex-none">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted-foreground"
        strokeWidth={1.75}
      />
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
