import type { ReactNode, Ref } from "react";
import { cx } from "~/lib/cx";

interface DeskTabHeaderProps {
  title: string;
  /** The tab's filters or views: `FilterChips`, `ViewChoice` or a search box. They scroll sideways if they don't fit. */
  children?: ReactNode;
  /** At the right end: a figure of the tab, or its one button ("New invoice"). */
  aside?: ReactNode;
  /** Whether the filters need a line of their own below 90 rem. */
  wide?: boolean;
  /** For code that moves the focus to the heading. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** The header of a desk tab, 56 px high where everything fits in one line. The first thing in each tab. */
export function DeskTabHeader({ title, children, aside, wide = false, headingRef }: DeskTabHeaderProps) {
  return (
    <header
      className={cx(
        "grid min-h-14 flex-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 px-gutter py-2",
        wide ? "min-[90rem]:grid-cols-[auto_minmax(0,1fr)_auto]" : "lg:grid-cols-[auto_minmax(0,1fr)_auto]",
      )}
    >
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-2xl">
        {title}
      </h2>
      {children && (
        <div
          className={cx(
            "min-w-0 max-lg:col-span-full max-lg:row-start-2",
            wide && "max-[90rem]:col-span-full max-[90rem]:row-start-2",
          )}
        >
          {children}
        </div>
      )}
      {aside && <div className="col-start-[-2] row-start-1 justify-self-end">{aside}</div>}
    </header>
  );
}

/** The content of a desk tab under its header, for tabs that scroll with the window. */
export function DeskTabBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-gutter pt-2 pb-10">{children}</div>;
}
