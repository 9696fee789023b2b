import { Popover } from "radix-ui";
import { Link } from "react-router";
import type { CurrentUser } from "~/api/types";
import { clearDrafts } from "~/lib/drafts";
import { paths } from "~/lib/paths";
import { ThemeSwitch } from "~/ui/theme-switch";

const line = "flex min-h-target items-center text-white no-underline hover:underline";

/** Who is signed in. Opens their settings, and on narrow screens the links that the bar has no room for. */
export function PersonMenu({ admin: { firstName, email, role } }: { admin: CurrentUser }) {
  const name = firstName || email;
  return (
    <Popover.Root>
      <Popover.Trigger className="inline-flex min-h-target min-w-target flex-none items-center justify-center gap-2 rounded-md font-semibold text-white lg:px-1">
        <span
          aria-hidden
          className="grid size-7 flex-none place-items-center rounded-full bg-spruce-600 font-bold"
        >
          {name.charAt(0).toUpperCase()}
        </span>
        <span className="max-w-40 truncate max-lg:sr-only">{name}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="You"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="night z-30 rounded-b-card bg-harbor-950 px-4 py-2 text-sm shadow-overlay"
        >
          <p className="py-2 text-harbor-200">{email}</p>
          {role === "owner" && (
            <Link to={paths.staff} className={line}>
              Staff and privacy
            </Link>
          )}
          <a href={paths.security} className={line}>
            Sign-in and security
          </a>
          {role === "owner" && (
            <Link to={paths.installation} className={line}>
              Installation
            </Link>
          )}
          <Link to={paths.home} className={`${line} lg:hidden`}>
            View site
          </Link>
          <a href={paths.logout} onClick={clearDrafts} className={`${line} lg:hidden`}>
            Logout
          </a>
          <ThemeSwitch />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
