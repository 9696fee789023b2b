import { useLocation } from "react-router";
import { useCurrentUser } from "~/api/auth";
import type { CurrentUser } from "~/api/types";
import { cx } from "~/lib/cx";
import { clearDrafts } from "~/lib/drafts";
import { isAdminPage, loginPath, paths, signUpPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";

/** Show visitors Login and Get Started, and signed-in users their name, Admin (admins only) and Logout. */
export function AccountActions({ layout }: { layout: "row" | "column" }) {
  const { user } = useCurrentUser();
  const { pathname } = useLocation();
  const className = cx(layout === "row" ? "flex items-center gap-2" : "grid gap-2");
  const block = layout === "column";
  // The same element in both cases, so that the focus stays inside it when the user has loaded.
  const group = { role: "group", "aria-label": "Account", className };
  if (!user) {
    return (
      <div {...group}>
        <ButtonLink href={loginPath(pathname)} variant={block ? "outline" : "ghost"} size="sm" block={block}>
          Login
        </ButtonLink>
        <ButtonLink href={signUpPath(pathname)} size="sm" block={block}>
          Get Started
        </ButtonLink>
      </div>
    );
  }
  return (
    <div {...group}>
      <Person user={user} />
      {user.isAdmin && !isAdminPage(pathname) && (
        <ButtonLink to={paths.admin} variant="outline" size="sm" block={block}>
          Admin
        </ButtonLink>
      )}
      <ButtonLink
        href={paths.logout}
        // The next person at this computer must not find these drafts.
        onClick={clearDrafts}
        variant={block ? "outline" : "ghost"}
        size="sm"
        block={block}
      >
        Logout
      </ButtonLink>
    </div>
  );
}

function initials({ firstName, lastName, email }: CurrentUser): string {
  const letters = [firstName, lastName].map((name) => name.trim().charAt(0)).join("");
  return (letters || email.charAt(0)).toUpperCase();
}

function Person({ user }: { user: CurrentUser }) {
  return (
    <span className="flex min-h-target min-w-0 items-center gap-2 text-sm font-[550] text-heading night:text-white">
      {user.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" className="size-10 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden
          className="grid size-10 flex-none place-items-center rounded-full bg-spruce-600 text-sm font-bold text-white"
        >
          {initials(user)}
        </span>
      )}
      <span className="max-w-40 truncate">{user.firstName || user.email}</span>
    </span>
  );
}
