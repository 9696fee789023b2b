import { Search } from "lucide-react";
import { type FormEvent, useId } from "react";
import { cx } from "~/lib/cx";
import { inputClass } from "~/ui/text-input";
import { useSearchText } from "./use-search-text";

/** A search box that searches shortly after the last key, or at once with Enter. The text is in the URL (`q`). */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const { text, setText, search } = useSearchText();
  const id = useId();

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
