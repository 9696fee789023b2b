import { setToastPlace } from "~/ui/toast";
import { type ShortcutList, useLettersOn, useShortcutLists } from "../shared/shortcuts";
import { Key, keyName } from "./key";

/**
 * The bar at the bottom of the desk: toasts at the left, so that they cover no row, and the shortcut keys of the open
 * tab. Narrow screens show it only while it has a toast, above the bar at the end of the page (`barAtBottom`).
 */
export function BottomBar({ onShowKeys }: { onShowKeys: () => void }) {
  return (
    <footer
      data-bottom-bar
      className="sticky bottom-0 flex has-[li]:z-60 min-h-10 flex-none items-center gap-6 border-t border-border bg-surface-2 px-gutter max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--bar-height,0px) max-lg:not-has-[li]:hidden"
    >
      <div ref={setToastPlace} className="min-w-0 flex-1" />
      <ShortcutHints onShowKeys={onShowKeys} />
    </footer>
  );
}

interface Hint {
  words: string;
  keys: string[];
}

/** Return the hints of the lists on the screen; shortcuts with the same words share one. */
function hintsOf(lists: readonly ShortcutList[]): Hint[] {
  const hints = new Map<string, string[]>();
  for (const { hint, keys } of lists.flatMap(({ shortcuts }) => Object.values(shortcuts))) {
    if (hint) hints.set(hint, [...(hints.get(hint) ?? []), keys[0] ?? ""]);
  }
  return [...hints].map(([words, keys]) => ({ words, keys }));
}

function ShortcutHints({ onShowKeys }: { onShowKeys: () => void }) {
  const lists = useShortcutLists();
  const lettersOn = useLettersOn();
  const hints = hintsOf(lists).filter(({ keys }) => lettersOn || keys.every((key) => key.length > 1));
  return (
    <div className="flex flex-none gap-4 text-xs text-muted-foreground max-lg:hidden">
      {hints.map(({ words, keys }, place) => (
        // Narrow windows show fewer hints; the dialog lists all keys.
        <span
          key={words}
          className={`items-center gap-1.5 ${place > 1 ? "hidden xl:inline-flex" : "inline-flex"}`}
        >
          {keys.map((key) => (
            <Key key={key}>{keyName(key)}</Key>
          ))}
          {words}
        </span>
      ))}
      <button
        type="button"
        onClick={onShowKeys}
        className="inline-flex min-h-target items-center gap-1.5 rounded-sm hover:text-heading hover:underline"
      >
        {lettersOn && <Key>?</Key>}
        All keys
      </button>
    </div>
  );
}
