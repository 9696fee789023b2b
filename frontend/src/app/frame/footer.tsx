import { Clock, Mail, MapPin, Phone } from "lucide-react";
import { Link } from "react-router";
import { Skyline } from "~/drawings/skyline";
import { business } from "~/lib/business";
import { easternToday } from "~/lib/eastern";
import { paths } from "~/lib/paths";
import { Logo } from "~/ui/logo";
import { ThemeSwitch } from "~/ui/theme-switch";

const pageLinks = [
  ["Services", paths.services],
  ["Christmas Tree Delivery", paths.trees],
  ["Get Holiday Lights Quote", paths.quoteSection],
] as const;

const infoLinks = [
  ["Questions and answers", paths.faq],
  ["Privacy", paths.privacy],
  ["Terms", paths.terms],
] as const;

/** The business's pages on other sites. Each is shown only if its URL is set. */
const externalLinks = [
  ["Reviews", business.reviewsUrl],
  ["Photos of our work", business.photosUrl],
  ["Instagram", business.instagramUrl],
  ["Facebook", business.facebookUrl],
] as const;

const line = "flex min-h-target items-center gap-[0.6em] text-white";
const link = "inline-flex min-h-target items-center gap-[0.6em] text-white no-underline hover:underline";
const icon = { className: "size-[1.25em] flex-none" };

/** The footer of every page: who we are, how to reach us, and the theme. */
export function Footer() {
  return (
    <footer className="night relative overflow-hidden text-sm text-harbor-200">
      <div className="wrap grid gap-8 pt-14 pb-8">
        <div className="grid gap-8 min-[60rem]:grid-cols-[1.2fr_1fr_1.5fr] min-[60rem]:items-start min-[60rem]:gap-12">
          <div>
            <Logo className="w-60 max-w-full" />
            <p className="mt-4 max-w-96 leading-[1.53]">
              Holiday lights, delivered trees and off-season storage for homes and shops on the New Hampshire
              Seacoast.
            </p>
            {business.license && (
              <p data-if={business.license} className="mt-3 max-w-96 leading-[1.53]">
                {business.license}
              </p>
            )}
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
            <li className={line}>
              <MapPin {...icon} />
              Portsmouth, NH
            </li>
            {business.hours && (
              <li data-if={business.hours} className={line}>
                <Clock {...icon} />
                {business.hours}
              </li>
            )}
          </ul>
          <div className="grid grid-cols-2 gap-x-6">
            <ul>
              {pageLinks.map(([label, to]) => (
                <li key={to}>
                  <Link className={link} to={to}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            <ul>
              {infoLinks.map(([label, to]) => (
                <li key={to}>
                  <Link className={link} to={to}>
                    {label}
                  </Link>
                </li>
              ))}
              {externalLinks.map(
                ([label, href]) =>
                  href && (
                    <li key={label} data-if={href}>
                      <a className={link} href={href}>
                        {label}
                      </a>
                    </li>
                  ),
              )}
            </ul>
          </div>
        </div>
      </div>
      <Skyline className="mx-auto -mb-px w-[92%] max-w-184 opacity-85" />
      <div className="wrap pb-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-harbor-700 pt-5 text-xs">
          {/* The year may have changed since the build. The old one can stay until the next render. */}
          <span suppressHydrationWarning>
            © {easternToday().slice(0, 4)} {business.name}
          </span>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
