import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { cx } from "~/lib/cx";
import { paths } from "~/lib/paths";
import { scrollToSection } from "~/lib/scroll-to";

interface MainNavProps {
  layout: "row" | "column";
  onChoose?: () => void;
}

const items = [
  { to: paths.services, label: "Services", section: "services" },
  // On the quote page, this link is the current page.
  { to: paths.quoteSection, label: "Get Holiday Lights Quote", section: "quote", page: paths.quote },
  { to: paths.trees, label: "Christmas Tree Delivery", page: paths.trees },
];
const myServices = { to: paths.myServices, label: "My Services", page: paths.myServices };

/** The main links. Section links scroll on the landing page, and lead there from every other page. */
export function MainNav({ layout, onChoose }: MainNavProps) {
  const { user } = useCurrentUser();
  const { pathname } = useLocation();
  const currentPath = pathname.toLowerCase().replace(/(.)\/$/, "$1");

  const choose = (event: MouseEvent, section: string | undefined) => {
    onChoose?.();
    if (currentPath !== paths.home || !section || event.metaKey || event.ctrlKey) return;
    if (scrollToSection(section)) {
      event.preventDefault();
      window.history.replaceState(window.history.state, "", `#${section}`);
    }
  };

  return (
    <nav aria-label="Main" className={cx(layout === "row" ? "flex gap-7" : "grid")}>
      {(user ? [...items, myServices] : items).map(({ to, label, ...item }) => (
        <Link
          key={to}
          to={to}
          onClick={(event) => choose(event, "section" in item ? item.section : undefined)}
          aria-current={"page" in item && item.page === currentPath ? "page" : undefined}
          className={cx(
            "border-b-2 border-transparent px-1 text-sm whitespace-nowrap font-[550] text-heading no-underline night:text-white",
            "hover:border-border-strong aria-[current]:border-lamp-500",
            "forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]",
            layout === "row" ? "py-3" : "flex min-h-12 items-center justify-self-start",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
