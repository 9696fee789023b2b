import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { Footer } from "./footer";
import { Header } from "./header";

interface PageFrameProps {
  /** `night`: the header lies over the page's own dark hero from 64 rem on. */
  header?: "light" | "night";
  /** The night strip with the heading, across the whole width. */
  band?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Header, the one `main` of the page (the skip link's target), and footer. */
export function PageFrame({ header = "light", band, className, children }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header tone={header} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {band}
        <div className={cx("flex-1", className)}>{children}</div>
      </main>
      <Footer />
    </div>
  );
}
