import { business } from "~/lib/business";
import { cx } from "~/lib/cx";
import { LogoMark } from "./logo-mark";
// A separate file that is cached once. Inlined, the letters' outlines would be in every page and script.
import wordmark from "./wordmark.svg?no-inline";

/**
 * Roofline, bulbs and wave next to the stacked name. Decorative: the link around it has the accessible name. Of the two
 * names in the build, the server leaves one.
 */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("block", className)} viewBox="0 0 262 68">
      <g transform="translate(0 2)">
        <LogoMark />
      </g>
      {business.wordmark && (
        <use data-if={business.wordmark} href={`${wordmark}#word`} fill="var(--logo-ink,#0d1b2e)" />
      )}
      {business.otherName && (
        <foreignObject data-if={business.otherName} x="76" y="0" width="186" height="68">
          {/* In the picture's units: three lines fit. */}
          <div
            className="display flex h-full items-center overflow-hidden"
            style={{ color: "var(--logo-ink,#0d1b2e)", fontSize: "20px", lineHeight: 1.05 }}
          >
            {business.otherName}
          </div>
        </foreignObject>
      )}
    </svg>
  );
}
