import { business } from "~/lib/business";
import { cx } from "~/lib/cx";

/** The office's phone number as a link to call it. */
export function PhoneLink({ className = "text-link" }: { className?: string }) {
  return (
    <a className={cx("whitespace-nowrap", className)} href={business.phoneHref}>
      {business.phone}
    </a>
  );
}

/** End a sentence about a problem with ", or call us at (603) 555-0148.", except for staff, who are the office. */
export function OrCallUs({ atDesk }: { atDesk: boolean }) {
  if (atDesk) return ".";
  return (
    <>
      , or call us at <PhoneLink />.
    </>
  );
}
