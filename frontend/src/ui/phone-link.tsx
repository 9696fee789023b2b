import { business } from "~/lib/business";
import { cx } from "~/lib/cx";

/** The office's phone number, as a link that calls it. */
export function PhoneLink({ className = "text-link" }: { className?: string }) {
  return (
    <a className={cx("whitespace-nowrap", className)} href={business.phoneHref}>
      {business.phone}
    </a>
  );
}

/** The end of a sentence about a problem: ", or call us at (603) 555-0148." Staff are not told to call the office. */
export function OrCallUs({ atDesk }: { atDesk: boolean }) {
  if (atDesk) return ".";
  return (
    <>
      , or call us at <PhoneLink />.
    </>
  );
}
