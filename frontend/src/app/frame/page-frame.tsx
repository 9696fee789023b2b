import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Footer } from "./footer";
import { Header } from "./header";

interface PageFrameProps {
  /** `night`: from 64 rem, the header overlays the page's dark hero. */
  header?: "light" | "night" | undefined;
  children: ReactNode;
}

/** Wrap a page in the header, its only `main` (the skip link's target) and the footer. */
export function PageFrame({ header = "light", children }: PageFrameProps) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      {/* The key remounts the header, which closes its menu, on each new page. */}
      <Header key={pathname} tone={header} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <Footer />
    </div>
  );
}
