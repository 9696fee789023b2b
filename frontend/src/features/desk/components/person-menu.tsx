import { Suspense, useId, useRef, useState } from "react";
import type { CurrentUser } from "~/api/types";
import { loadAhead } from "~/lib/load-part";
import { lazyPart } from "~/ui/lazy-part";

const loadPopover = () => import("./person-popover");
const PersonPopover = lazyPart(loadPopover, { title: "We couldn't load the menu", atDesk: true });
const onIntent = loadAhead(loadPopover);

/** Who is signed in. Opens their settings, and on narrow screens the links that the bar has no room for. */
export function PersonMenu({ admin }: { admin: CurrentUser }) {
  const name = admin.firstName || admin.email;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-target min-w-target flex-none items-center justify-center gap-2 rounded-md font-semibold text-white lg:px-1"
      >
        <span
          aria-hidden
          className="grid size-7 flex-none place-items-center rounded-full bg-spruce-600 font-bold"
        >
          {name.charAt(0).toUpperCase()}
        </span>
        <span className="max-w-40 truncate max-lg:sr-only">{name}</span>
      </button>
      {open && (
        <Suspense>
          <PersonPopover id={id} anchor={button} admin={admin} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
