import type { ReactNode } from "react";
import { Card } from "~/ui/card";

interface FollowLayoutProps {
  /** The one thing to do, or else what was requested. */
  first: ReactNode;
  side: ReactNode;
  /** Questions, and the account. */
  rest: ReactNode;
}

const column = "grid grid-cols-[minmax(0,1fr)] content-start gap-6";

/** The columns below the band. On phones they are stacked in this order. */
export function FollowLayout({ first, side, rest }: FollowLayoutProps) {
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-section lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-10">
      <div className={column}>{first}</div>
      <aside
        aria-label="Details"
        className={`${column} empty:hidden lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1`}
      >
        {side}
      </aside>
      <div className={`${column} lg:col-start-1`}>{rest}</div>
    </div>
  );
}

interface FollowCardProps {
  /** Unique in the page, for links to this card. */
  id?: string;
  title: ReactNode;
  children: ReactNode;
}

/** A card with its heading. */
export function FollowCard({ id, title, children }: FollowCardProps) {
  return (
    <Card id={id} className="grid grid-cols-[minmax(0,1fr)] scroll-mt-4 gap-4">
      <h2 className="text-2xl leading-[1.2]">{title}</h2>
      {children}
    </Card>
  );
}
