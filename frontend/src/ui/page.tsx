import type { ReactNode } from "react";
import { cx } from "~/lib/cx";

/** What a page's route module may export as `handle`, for the frame around it. */
export interface PageHandle {
  /** `night`: from 64 rem, the header overlays the page's dark hero. `none`: the page has no frame. */
  frame: "night" | "none";
}

interface PageProps {
  /** The dark band with the heading, at full width. */
  band?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The content of a page. The root layout adds the header and footer. */
export function Page({ band, className, children }: PageProps) {
  return (
    <>
      {band}
      <div className={cx("flex-1", className)}>{children}</div>
    </>
  );
}
