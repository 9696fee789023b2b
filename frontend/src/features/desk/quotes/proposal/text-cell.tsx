import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { formatCount } from "~/lib/format";
import { type LedgerLine, priceText } from "./ledger";
import type { LedgerActions } from "./use-ledger-actions";
import { priceWords, type UsualLine, useUsualLines, usualMatches, wordStart } from "./usual-lines-api";

interface TextCellProps extends ComponentProps<"textarea"> {
  line: LedgerLine;
  actions: LedgerActions;
}

/** The text of a line. While a new line is typed, it suggests matching lines from the price list. */
export function TextCell({ line, actions, ...cell }: TextCellProps) {
  const { key, text } = line;
  const { options, active, setActive, close, reopen } = useSuggestions(line);
  const listId = useId();
  const insert = (usual: UsualLine) => {
    close();
    const { unit, unitPrice } = usual;
    actions.fill(key, {
      text: usual.text,
      unit,
      unitPrice: priceText(unitPrice),
      quantity: line.quantity || "1",
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[active];
    if (!option || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const by = steps[event.key];
    if (by) setActive((active + by + options.length) % options.length);
    else if (event.key === "Enter") insert(option);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="ledger-text">
      <span className="ledger-grow" data-text={text}>
        <textarea
          rows={1}
          maxLength={200}
          aria-label="Line"
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={options.length > 0 ? `${listId}-${active}` : undefined}
          className="ledger-cell"
          value={text}
          onChange={({ target }) => {
            reopen();
            actions.change(key, { text: target.value.replace(/\s*[\r\n]+\s*/g, " ") });
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
          {...cell}
        />
      </span>
      {line.suggested && (
        <span className="mr-2 flex-none rounded-sm bg-surface-2 px-2 py-1 text-2xs leading-none font-[650]">
          Suggested
        </span>
      )}
      {options.length > 0 && (
        <>
          <UsualLineList id={listId} options={options} active={active} typed={text.trim()} onPick={insert} />
          <span role="status" className="sr-only">
            {formatCount(options.length, "usual line")}, press Enter to use the first
          </span>
        </>
      )}
    </div>
  );
}

/** Suggest usual lines for the typed text, unless the line has a price or the list was closed. */
function useSuggestions(line: LedgerLine) {
  const usual = useUsualLines();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const options = isOpen && !line.unitPrice ? usualMatches(usual.data ?? [], line.text) : [];
  return {
    options,
    active: Math.min(active, Math.max(0, options.length - 1)),
    setActive,
    close: () => setOpen(false),
    reopen: () => {
      setOpen(true);
      setActive(0);
    },
  };
}

interface UsualLineListProps {
  id: string;
  options: readonly UsualLine[];
  active: number;
  typed: string;
  onPick: (usual: UsualLine) => void;
}

function UsualLineList({ id, options, active, typed, onPick }: UsualLineListProps) {
  return (
    <div
      ref={(list) => list?.scrollIntoView?.({ block: "nearest" })}
      id={id}
      role="listbox"
      aria-label="Usual lines"
      className="ledger-usual"
    >
      {options.map((usual, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={usual.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keep the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(usual)}
        >
          <span className="min-w-0 wrap-anywhere">
            <Marked text={usual.text} typed={typed} />
          </span>
          <span className="whitespace-nowrap text-muted-foreground tabular-nums">{priceWords(usual)}</span>
        </div>
      ))}
    </div>
  );
}

/** A text with the typed letters underlined. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = wordStart(text, typed);
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-bold text-inherit underline underline-offset-[0.2em]">
        {text.slice(at, at + typed.length)}
      </mark>
      {text.slice(at + typed.length)}
    </>
  );
}
