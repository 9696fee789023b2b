import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "~/api/types";
import { business } from "~/lib/business";
import { clearDrafts } from "~/lib/drafts";
import { paths } from "~/lib/paths";
import { LogoMark } from "~/ui/logo-mark";
import { commandKey, Key } from "./key";
import { PersonMenu } from "./person-menu";

const link =
  "inline-flex flex-none min-h-target items-center font-[550] whitespace-nowrap text-white no-underline hover:underline max-lg:hidden";

interface DeskBarProps {
  admin: CurrentUser | null;
  onFind: () => void;
  /** Called when the pointer or the focus reaches the button that opens the search. */
  onFindIntent: () => void;
}

/** The slim bar at the top of the desk: its title, the link to the site, and who is signed in. */
export function DeskBar({ admin, onFind, onFindIntent }: DeskBarProps) {
  return (
    <header className="night flex min-h-12 flex-none items-center gap-2 bg-harbor-950 px-gutter text-xs lg:gap-4">
      <Link
        to={paths.home}
        aria-label={`${business.name}, home`}
        className="-ml-2 grid size-11 flex-none place-items-center rounded-md"
      >
        <svg aria-hidden="true" viewBox="0 0 64 64" className="size-[1.875rem]">
          <LogoMark />
        </svg>
      </Link>
      <h1 className="mr-auto flex-none font-sans whitespace-nowrap text-2xs tracking-normal text-harbor-200 lg:flex lg:gap-2.5 lg:text-xs">
        <span className="block font-[650] text-white">System Administrator</span>{" "}
        <span className="block">Full Management Dashboard</span>
      </h1>
      {admin && (
        <>
          <FindButton onClick={onFind} onPointerEnter={onFindIntent} onFocus={onFindIntent} />
          <Link to={paths.home} className={link}>
            View site
          </Link>
          <PersonMenu admin={admin} />
          {/* The next person at this computer must not find these drafts. */}
          <a href={paths.logout} onClick={clearDrafts} className={link}>
            Logout
          </a>
        </>
      )}
    </header>
  );
}

/** The button that opens the palette. It looks like the palette's search field. */
function FindButton(handlers: Pick<ComponentProps<"button">, "onClick" | "onPointerEnter" | "onFocus">) {
  return (
    <button
      type="button"
      {...handlers}
      className="flex min-w-target flex-initial items-center gap-2.5 rounded-md text-harbor-200 max-lg:size-11 max-lg:justify-center lg:h-9 lg:w-100 lg:border lg:border-harbor-500 lg:bg-harbor-900 lg:pr-1.5 lg:pl-3"
    >
      <Search className="size-[1.4rem] flex-none max-lg:text-white lg:size-5" />
      <span className="min-w-0 flex-1 truncate text-left max-lg:sr-only">
        Find a customer, quote, order or invoice
      </span>
      <span aria-hidden className="max-lg:hidden">
        <Key>{commandKey("K")}</Key>
      </span>
    </button>
  );
}
