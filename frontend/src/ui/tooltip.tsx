import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";

/** How long a pointer rests on a control before its tooltip opens, in milliseconds (specification, section 9). */
const OPEN_DELAY = 700;
/** How long after one tooltip has closed the next opens at once, in milliseconds (specification, section 9). */
const SKIP_DELAY = 300;
/** Time for the pointer to move from the control onto its tooltip, in milliseconds. */
const GRACE = 150;
/** The distance to the control and to the window's edges, in pixels. */
const GAP = 8;

let closedAt = Number.NEGATIVE_INFINITY;
/** Closes the open tooltip: there is one at a time. */
let closeOpen = () => {};

interface TooltipProps {
  text: string;
  /** One element that takes the focus, or contains what does. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
}

/**
 * A hint about a control, for pointers that rest on it and for the keyboard's focus. Escape closes it.
 *
 * It is not Radix's, which would add the code that places it to the landing page.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const control = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const show = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      closeOpen();
      closeOpen = () => setOpen(false);
      setOpen(true);
    }, after);
  };
  const hide = (after = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // Without a box of its own, and without a role: it only listens to what its child does.
    // biome-ignore lint/a11y/noStaticElementInteractions: the child is the control
    <span
      ref={control}
      className="contents"
      onPointerEnter={({ pointerType }: PointerEvent) => {
        if (pointerType === "touch") return;
        show(open || performance.now() - closedAt < SKIP_DELAY ? 0 : OPEN_DELAY);
      }}
      onPointerLeave={() => hide(open ? GRACE : 0)}
      onPointerDown={() => hide()}
      onFocus={({ target }: FocusEvent) => target.matches(":focus-visible") && show(0)}
      onBlur={() => hide()}
    >
      {cloneElement(children, { "aria-describedby": open ? id : undefined })}
      {open && (
        <Bubble
          id={id}
          text={text}
          control={control}
          onEnter={() => clearTimeout(timer.current)}
          onClose={() => hide()}
        />
      )}
    </span>
  );
}

interface BubbleProps {
  id: string;
  text: string;
  control: React.RefObject<HTMLElement | null>;
  onEnter: () => void;
  onClose: () => void;
}

function Bubble({ id, text, control, onEnter, onClose }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const own = bubble.current;
    const around = control.current?.firstElementChild?.getBoundingClientRect();
    if (!own || !around) return;
    const { width, height } = own.getBoundingClientRect();
    const above = around.top - height - GAP;
    const left = around.left + (around.width - width) / 2;
    own.style.top = `${above < GAP ? around.bottom + GAP : above}px`;
    own.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  }, [control]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Only the tooltip: what is below it, such as a dialog, closes with the next one.
      event.stopPropagation();
      onClose();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    document.addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", onKey, { capture: true });
      document.removeEventListener("scroll", onClose, { capture: true });
    };
  }, [onClose]);

  useEffect(
    () => () => {
      closedAt = performance.now();
    },
    [],
  );

  return createPortal(
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      className="pointer-events-auto fixed z-60 max-w-72 rounded-md border border-harbor-700 bg-harbor-950 px-3 py-2 text-sm leading-[1.35] wrap-anywhere text-white shadow-overlay"
    >
      {text}
    </span>,
    // Within the landmark or dialog that the control is in.
    control.current?.closest("[role=dialog], [role=alertdialog], main") ?? document.body,
  );
}
