import type { Look } from "~/api/types";
import { cx } from "~/lib/cx";

interface LookPictureProps {
  /** The look of a quote. If it is null, because the request had no design that can be drawn, nothing is shown. */
  look: Look | null;
  /** The picture of a row, 60 × 44 pixels. */
  small?: boolean;
  className?: string;
}

/** The house with the look of a quote, as the server draws it for pages and emails. */
export function LookPicture({ look, small = false, className }: LookPictureProps) {
  if (!look) return null;
  return (
    <img
      {...(small
        ? { src: look.thumbnail, width: 60, height: 44 }
        : { src: look.picture, width: 900, height: 585 })}
      alt={look.description}
      loading="lazy"
      decoding="async"
      // The background while it loads, or behind the text alternative if it doesn't.
      className={cx(
        "bg-harbor-900 object-cover text-sm text-white",
        small ? "h-11 w-15 rounded-sm" : "h-auto w-full rounded-md",
        className,
      )}
    />
  );
}
