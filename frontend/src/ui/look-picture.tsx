import type { Look } from "~/api/types";
import { cx } from "~/lib/cx";

interface LookPictureProps {
  /** The look of a quote. If it is null, because the request had no design that can be drawn, nothing is shown. */
  look: Look | null;
  className?: string;
}

/** The house with the look of a quote, as the server draws it for pages and emails. */
export function LookPicture({ look, className }: LookPictureProps) {
  if (!look) return null;
  return (
    <img
      src={look.picture}
      width={900}
      height={585}
      alt={look.description}
      loading="lazy"
      decoding="async"
      // The background while it loads, or behind the text alternative if it doesn't.
      className={cx("h-auto w-full rounded-md bg-harbor-900 object-cover text-sm text-white", className)}
    />
  );
}
