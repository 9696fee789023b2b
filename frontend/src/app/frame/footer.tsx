import { Mail, MapPin, Phone } from "lucide-react";
import { Link } from "react-router";
import { Skyline } from "~/drawings/skyline";
import { business } from "~/lib/business";
import { easternToday } from "~/lib/eastern";
import { paths } from "~/lib/paths";
import { Logo } from "./logo";
import { ThemeSwitch } from "./theme-switch";

const link = "inline-flex min-h-target items-center gap-[0.6em] text-white no-underline hover:underline";
const icon = { "aria-hidden": true, className: "size-[1.25em] flex-none", strokeWidth: 1.75 } as const;

/** The footer of every page: who we are, how to reach us, and the theme. */
export function Footer() {
  return (
    <footer className="night relative overflow-hidden text-sm text-harbor-200">
      <div className="wrap grid gap-8 pt-14 pb-8">
        <div className="grid gap-8 min-[60rem]:grid-cols-[1.4fr_1fr_1fr] min-[60rem]:items-start min-[60rem]:gap-12">
          <div>
            <Logo className="w-60" />
            <p className="mt-4 max-w-96 leading-[1.53]">
              Holiday lights, delivered trees and off-season storage for homes and shops on the New Hampshire
              Seacoast.
            </p>
          </div>
          <ul>
            <li>
              <a className={link} href={business.phoneHref}>
                <Phone {...icon} />
                {business.phone}
              </a>
            </li>
            <li>
              <a className={link} href={`mailto:${business.email}`}>
                <Mail {...icon} />
                {business.email}
              </a>
            </li>
            <li className="inline-flex min-h-target items-center gap-[0.6em] text-white">
              <MapPin {...icon} />
              Portsmouth, NH
            </li>
          </ul>
          <ul>
            <li>
              <Link className={link} to={paths.services}>
                Services
              </Link>
            </li>
            <li>
              <Link className={link} to={paths.trees}>
                Christmas Tree Delivery
              </Link>
            </li>
            <li>
              <Link className={link} to={paths.quoteSection}>
                Get Holiday Lights Quote
              </Link>
            </li>
          </ul>
        </div>
      </div>
      <Skyline className="mx-auto -mb-px w-[92%] max-w-184 opacity-85" />
      <div className="wrap pb-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-harbor-700 pt-5 text-xs">
          {/* The year may have changed since the build; the old one does no harm until the next render. */}
          <span suppressHydrationWarning>
            © {easternToday().slice(0, 4)} {business.name}
          </span>
          <ThemeSwitch />
          <span className="flex gap-6">
            <Placeholder>Privacy</Placeholder>
            <Placeholder>Terms</Placeholder>
            <Placeholder>Instagram</Placeholder>
          </span>
        </div>
      </div>
    </footer>
  );
}

/** A link whose page does not exist yet: announced as an unavailable link, out of the tab order. */
function Placeholder({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an anchor without a target is exactly what this is
    <a
      role="link"
      aria-disabled="true"
      className="inline-flex min-h-target min-w-target items-center underline"
    >
      {children}
    </a>
  );
}
