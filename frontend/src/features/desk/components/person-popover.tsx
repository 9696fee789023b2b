import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "~/api/types";
import { clearDrafts } from "~/lib/drafts";
import { paths } from "~/lib/paths";
import { ThemeSwitch } from "~/ui/theme-switch";

const line = "flex min-h-target items-center text-white no-underline hover:underline";

/** Radix skips links, so the focus would be on the theme, below everything else. */
function focusFirstLink(event: Event) {
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelector("a")?.focus();
}

interface PersonPopoverProps {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  admin: CurrentUser;
  onClose: () => void;
}

/** What the menu of the signed-in person shows. */
export default function PersonPopover({ id, anchor, admin, onClose }: PersonPopoverProps) {
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          aria-label="You"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="night z-30 rounded-b-card bg-harbor-950 px-4 py-2 text-sm shadow-overlay"
          onOpenAutoFocus={focusFirstLink}
          onCloseAutoFocus={() => anchor.current?.focus()}
          onInteractOutside={(event) => {
            // A click on the button itself closes it; closing here too would reopen it.
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          <p className="py-2 text-harbor-200">{admin.email}</p>
          {admin.role === "owner" && (
            <>
              <Link to={paths.business} className={line}>
                Business and texts
              </Link>
              <Link to={paths.staff} className={line}>
                Staff and privacy
              </Link>
            </>
          )}
          <a href={paths.security} className={line}>
            Sign-in and security
          </a>
          {admin.role === "owner" && (
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
