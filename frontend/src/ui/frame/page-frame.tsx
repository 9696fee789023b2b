import type { ReactNode } from "react";
import { Footer } from "./footer";
import { Header } from "./header";

interface PageFrameProps {
  /** `night`: the header lies over the page's own dark hero from 64 rem on. */
  header?: "light" | "night";
  /** What stands between header and main: a band or nothing. */
  band?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Header, the one `main` of the page (the skip link's target), and footer. */
export function PageFrame({ header = "light", band, className, children }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header tone={header} />
      {band}
      <main id="main" tabIndex={-1} className={`flex-1 outline-none ${className ?? ""}`}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
