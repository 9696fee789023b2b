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
/** Closes the open tooltip, since there is only one at a time. */
let closeOpen = () => {};

interface TooltipProps {
  text: string;
  /** One element that takes the focus, or contains the one that does. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
}

/**
 * A hint about a control, shown while the pointer rests on it or it has keyboard focus. Escape closes it.
 *
 * It does not use Radix, whose positioning code would have to load with the landing page.
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
    // It has no box and no role, and only listens to its child's events.
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
    const anchor = control.current?.firstElementChild?.getBoundingClientRect();
    if (!own || !anchor) return;
    const { width, height } = own.getBoundingClientRect();
    const above = anchor.top - height - GAP;
    const left = anchor.left + (anchor.width - width) / 2;
    own.style.top = `${above < GAP ? anchor.bottom + GAP : above}px`;
    own.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  }, [control]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Close only the tooltip. The next Escape closes what is below it, such as a dialog.
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
    // Inside the dialog or landmark that contains the control.
    control.current?.closest("[role=dialog], [role=alertdialog], main") ?? document.body,
  );
}
