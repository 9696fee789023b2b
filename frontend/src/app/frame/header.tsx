import { MapPin, Menu, Phone, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { business } from "~/lib/business";
import { cx } from "~/lib/cx";
import { paths } from "~/lib/paths";
import { Logo } from "~/ui/logo";
import { AccountActions } from "./account-actions";
import { MainNav } from "./main-nav";

const icon = { className: "size-[1.25em] flex-none" };

/** The header of every page. `night` overlays the landing page's hero. */
export function Header({ tone = "light" }: { tone?: "light" | "night" }) {
  const night = tone === "night";
  return (
    <header className="relative z-20">
      <TopBar />
      <div
        className={cx(
          night
            ? "night lg:absolute lg:inset-x-0 lg:top-full lg:bg-transparent"
            : "border-b border-border bg-surface",
        )}
      >
        <HeaderRow />
      </div>
    </header>
  );
}

function TopBar() {
  return (
    <div className="night bg-harbor-950 text-xs text-harbor-200">
      <div className="wrap flex min-h-target items-center justify-between">
        <span className="inline-flex items-center gap-[0.5em]">
          <MapPin {...icon} />
          Portsmouth, NH
        </span>
        <a
          href={business.phoneHref}
          className="inline-flex min-h-target items-center gap-[0.5em] text-sm font-semibold text-white no-underline hover:underline"
        >
          <Phone {...icon} />
          {business.phone}
        </a>
      </div>
    </div>
  );
}

function HeaderRow() {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);

  const Icon = open ? X : Menu;
  // Signed-in users have more links, which fit in one row only on wider screens.
  const { user } = useCurrentUser();
  const breakpoint = user ? { row: "xl:flex", menu: "xl:hidden" } : { row: "lg:flex", menu: "lg:hidden" };
  return (
    <>
      <div className="wrap flex min-h-19 items-center gap-6">
        <Link to={paths.home} aria-label={`${business.name}, home`} className="mr-auto block min-w-0">
          <Logo className="h-11 w-auto max-w-full" />
        </Link>
        <div className={cx("hidden items-center gap-7", breakpoint.row)}>
          <MainNav layout="row" />
          <AccountActions layout="row" />
        </div>
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={menuId}
          aria-label={open ? "Close menu" : "Open menu"}
          onClick={() => setOpen(!open)}
          className={cx(
            "grid size-target place-items-center rounded-md border-[1.5px] border-border-strong text-heading night:border-white/50 night:text-white",
            breakpoint.menu,
          )}
        >
          <Icon className="size-[1.25em]" />
        </button>
      </div>
      <div
        id={menuId}
        hidden={!open}
        className={cx(
          "border-t border-border bg-surface night:border-harbor-700 night:bg-[#0b1930]",
          breakpoint.menu,
        )}
      >
        <div className="wrap grid gap-4 py-4">
          <MainNav layout="column" onChoose={() => setOpen(false)} />
          <AccountActions layout="column" />
        </div>
      </div>
    </>
  );
}
