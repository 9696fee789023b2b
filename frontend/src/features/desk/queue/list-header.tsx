import { ChevronDown, RefreshCw, Search, X } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { catalog } from "~/api/catalog.gen";
import { formatCount } from "~/lib/format";
import { inputClass } from "~/ui/text-input";
import { useDeskParams } from "../shared/use-desk-params";
import { useSearchText } from "../shared/use-search-text";
import type { LiveQueue } from "./use-live-queue";

interface ListHeaderProps {
  queue: LiveQueue;
  onShowNew: () => void;
  search: RefObject<HTMLInputElement | null>;
}

/** The list's header, which stays in place: the new requests, the city filter and the search. */
export function ListHeader({ queue, onShowNew, search }: ListHeaderProps) {
  const count = queue.list.arrivals.length;
  const [first] = queue.list.arrivals;
  return (
    <div className="flex min-h-11 flex-none items-center gap-3 border-b border-border px-gutter py-1 text-xs text-muted-foreground lg:pr-3 max-lg:min-h-13">
      <OrderNote />
      <div role="status" className="lg:mx-auto max-lg:mr-auto">
        {count > 0 && (
          <button
            type="button"
            onClick={onShowNew}
            aria-label={count === 1 ? `1 new request from ${first?.customerName}` : undefined}
            className="inline-flex min-h-target items-center gap-[0.45em] rounded-md border-[1.5px] border-border-strong bg-surface px-3 text-xs font-[650] text-heading hover:bg-surface-2 pointer-fine:lg:min-h-7.5"
          >
            <RefreshCw className="size-4" strokeWidth={1.9} />
            {formatCount(count, "new request")}
          </button>
        )}
      </div>
      <CityFilter />
      <ListSearch box={search} />
    </div>
  );
}

/** Says how the rows are ordered: accepted quotes with a paid deposit come first, all others by deadline. */
function OrderNote() {
  const { get } = useDeskParams();
  const words =
    get("kind") === "accepted" ? "Deposit paid first, then soonest deadline" : "Soonest deadline first";
  return <p className="whitespace-nowrap max-lg:hidden">{words}</p>;
}

const cities: string[] = catalog.cities.map(({ id }) => id);

function CityFilter() {
  const { get, set } = useDeskParams();
  const city = get("city");
  const options = city && !cities.includes(city) ? [...cities, city] : cities;
  return (
    <span className="relative inline-flex flex-none items-center text-heading">
      <select
        aria-label="City"
        value={city}
        onChange={({ target }) => set({ city: target.value, open: null })}
        className="min-h-target appearance-none rounded-md bg-transparent field-sizing-content pr-6 pl-2 text-xs font-semibold text-heading"
      >
        <option value="">All cities</option>
        {options.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-1.5 size-4" />
    </span>
  );
}

const iconButton = "grid size-target flex-none place-items-center rounded-md text-heading hover:bg-surface-2";

/** The search within the list, collapsed to a button until it is used. The text is in the URL. */
function ListSearch({ box }: { box: RefObject<HTMLInputElement | null> }) {
  const { text, setText, search } = useSearchText();
  const [opened, setOpened] = useState(text !== "");
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    setText("");
    search("");
    // The field is hidden now, so it must not take what is typed next.
    button.current?.focus();
  };
  return (
    <>
      <input
        ref={box}
        type="search"
        aria-label="Search this list"
        placeholder="Name, street, phone"
        value={text}
        maxLength={200}
        onFocus={() => setOpened(true)}
        onBlur={() => text === "" && setOpened(false)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key }) => key === "Escape" && close()}
        className={`${inputClass} min-h-target! w-40! min-w-24 shrink px-2.5! text-xs! ${opened ? "" : "sr-only"}`}
      />
      {opened ? (
        <button
          ref={button}
          type="button"
          aria-label="Close the search"
          // A press would take the focus from an empty field, which closes it, and the click would open it again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={close}
          className={iconButton}
        >
          <X className="size-5" />
        </button>
      ) : (
        <button
          ref={button}
          type="button"
          aria-label="Search this list"
          onClick={() => box.current?.focus()}
          className={iconButton}
        >
          <Search className="size-5" />
        </button>
      )}
    </>
  );
}
