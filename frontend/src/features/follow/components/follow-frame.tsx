import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { business } from "~/lib/business";
import { paths } from "~/lib/paths";
import { Logo } from "~/ui/logo";

/** The frame of a page behind a private link: a light bar with logo and phone number instead of the site's header. */
export function FollowFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border bg-surface">
        <div className="wrap flex min-h-16 flex-wrap items-center justify-between gap-x-4">
          <Link to={paths.home} aria-label={`${business.name}, home`} className="block min-w-0 py-[0.4rem]">
            <Logo className="h-10 w-auto max-w-full" />
          </Link>
          <a
            href={business.phoneHref}
            className="inline-flex min-h-target items-center gap-[0.5em] text-sm font-semibold whitespace-nowrap text-heading no-underline hover:underline"
          >
            <Phone className="size-[1.25em] flex-none" />
            {business.phone}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
