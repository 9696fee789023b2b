import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cx } from "~/lib/cx";
import { formatCount } from "~/lib/format";
import { useAfterTyping } from "~/lib/use-after-typing";
import { overlayClass, useDialogFocus } from "~/ui/dialog-panel";
import { type Found, type FoundGroup, useDeskSearch } from "./use-desk-search";

/** The palette, which finds anything on the desk. It is a search in a dialog. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { body, handlers } = useDialogFocus();
  const chosen = useRef(false);
  const choose = ({ to }: Found) => {
    chosen.current = true;
    onClose();
    void navigate(to);
  };
  const returnFocus = (event: Event) => {
    if (!chosen.current) return handlers.onCloseAutoFocus(event);
    event.preventDefault();
    document.getElementById("main")?.focus();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...handlers}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-160 overflow-hidden rounded-panel border border-border bg-surface text-sm shadow-overlay sm:top-16"
        >
          <Dialog.Title className="sr-only">Find on the desk</Dialog.Title>
          <div ref={body}>
            <Finder onChoose={choose} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The text and what it finds, as a combobox: the focus stays in the field, arrow keys move through the results. */
function Finder({ onChoose }: { onChoose: (found: Found) => void }) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  useAfterTyping(text, setQ);
  const { groups, isSearching, isError, retry } = useDeskSearch(text, q);
  const all = groups.flatMap(({ found }) => found);
  const [moved, setMoved] = useState<string | null>(null);
  const active = all.find(({ key }) => key === moved) ?? all[0];

  // Enter pressed before the results arrive chooses the first of them.
  const [isWaiting, setWaiting] = useState(false);
  const chooseFirst = useEffectEvent(() => {
    setWaiting(false);
    if (all[0]) onChoose(all[0]);
  });
  useEffect(() => {
    if (isWaiting && !isSearching) chooseFirst();
  }, [isWaiting, isSearching]);

  const move = (by: number) => {
    const place = active ? all.indexOf(active) : 0;
    setMoved(all[(place + by + all.length) % all.length]?.key ?? null);
  };
  const tryAgain = () => {
    // The button disappears, and the arrow keys move through the results only from the field.
    field.current?.focus();
    retry();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // This Enter ends the composition of, say, a Japanese word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key !== "Enter") return;
    else if (active) onChoose(active);
    else if (isSearching) {
      setQ(text.trim());
      setWaiting(true);
    }
    event.preventDefault();
  };

  return (
    <>
      <div className="relative border-b border-border">
        <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted-foreground" />
        <input
          ref={field}
          role="combobox"
          aria-label="Find a customer, quote, order, invoice or page"
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId} ${active.key}`.replaceAll(" ", "-")}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          placeholder="Name, email, phone, invoice number or ID"
          onChange={(event) => {
            setText(event.target.value);
            setMoved(null);
            setWaiting(false);
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 w-full bg-transparent pr-4 pl-12 text-[1rem] text-foreground -outline-offset-4! placeholder:text-muted-foreground"
        />
      </div>
      <Results listId={listId} groups={groups} active={active} onMove={setMoved} onChoose={onChoose} />
      <div className="flex min-h-target items-center gap-3 px-4 py-2 text-muted-foreground empty:hidden">
        {isError ? (
          <>
            <p role="alert">We couldn't search. Check your connection and try again.</p>
            <button type="button" onClick={tryAgain} className="text-link min-h-target font-[650]">
              Try again
            </button>
          </>
        ) : (
          <p role="status">
            {isSearching
              ? "Searching…"
              : all.length === 0
                ? `Nothing found for “${text.trim()}”. Try a name, an email address or a phone number.`
                : formatCount(all.length, "result")}
          </p>
        )}
      </div>
    </>
  );
}

interface ResultsProps {
  listId: string;
  groups: FoundGroup[];
  active: Found | undefined;
  onMove: (key: string) => void;
  onChoose: (found: Found) => void;
}

function Results({ listId, groups, active, onMove, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeKey = active?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active result may be out of view
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [activeKey]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Results"
      className="max-h-[60dvh] overflow-y-auto p-2 empty:hidden"
    >
      {groups.map(({ label, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a list can't be in a fieldset
        <div key={label} role="group" aria-label={label}>
          <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-semibold text-muted-foreground">
            {label}
          </div>
          {found.map((each) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={each.key}
              id={`${listId} ${each.key}`.replaceAll(" ", "-")}
              role="option"
              aria-selected={each === active}
              onPointerMove={() => onMove(each.key)}
              onClick={() => onChoose(each)}
              className={cx(
                "flex min-h-target cursor-pointer flex-wrap items-center gap-x-3 rounded-md px-2 py-1",
                each === active &&
                  "bg-selected outline-2 -outline-offset-2 outline-selected-border forced-selected",
              )}
            >
              <span className="font-[650] text-heading">{each.title}</span>
              {each.detail && (
                <span className="min-w-0 wrap-anywhere text-muted-foreground">{each.detail}</span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
