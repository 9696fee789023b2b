import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useNavigationType } from "react-router";
import { cx } from "~/lib/cx";
import { escapeWithin } from "./escape-within";
import { useDeskParams } from "./use-desk-params";

/** The state of a row's panel, for `RowToggle` and `RowPanel`. */
export interface OpenRow {
  isOpen: boolean;
  toggle: () => void;
  panelId: string;
}

/** Return whether a row's panel is open (the query parameter `open`), and a function that toggles it. */
export function useOpenRow(id: string): OpenRow {
  const { get, set } = useDeskParams();
  const panelId = useId();
  const isOpen = get("open") === id;
  return { isOpen, toggle: () => set({ open: isOpen ? null : id }), panelId };
}

interface RowToggleProps extends OpenRow {
  /** Names the row for screen readers: "quote 7be2d310, Eleanor Hayes". */
  what: string;
}

/** The button that opens a row's panel. */
export function RowToggle({ isOpen, toggle, what, panelId }: RowToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-label={`${isOpen ? "Close" : "Open"} ${what}`}
      onClick={toggle}
      className="inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-md border-[1.5px] border-border-strong bg-surface text-sm font-[650] text-heading hover:bg-surface-2 max-lg:w-full"
    >
      <span className="lg:hidden">{isOpen ? "Close" : "Open"}</span>
      <ChevronDown
        className={cx(
          "size-[1.25em] transition-transform duration-(--duration-base)",
          isOpen && "rotate-180",
        )}
      />
    </button>
  );
}

interface RowPanelProps extends Omit<OpenRow, "isOpen"> {
  children: ReactNode;
}

/** The panel under an open row. Escape closes it. */
export function RowPanel({ panelId, toggle, children }: RowPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const arrived = useNavigationType() === "PUSH";
  // A link from another tab leaves the focus on the page itself, or on the tab if the row loads slowly, so the panel
  // takes it.
  useEffect(() => {
    if (arrived && document.activeElement?.matches("body, main, [role=tabpanel]")) panel.current?.focus();
  }, [arrived]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      id={panelId}
      aria-label="Details"
      onKeyDown={escapeWithin(toggle)}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-md border border-border bg-background p-4 lg:p-6"
    >
      {children}
    </section>
  );
}

/** A part of a panel under its heading. */
export function PanelPart({
  title,
  children,
  className,
}: {
  title: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={cx("grid grid-cols-[minmax(0,1fr)] content-start gap-3", className)}>
      <h3 className="text-base font-[650]">{title}</h3>
      {children}
    </section>
  );
}
