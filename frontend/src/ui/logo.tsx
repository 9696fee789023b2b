import { cx } from "~/lib/cx";
import { LogoMark } from "./logo-mark";
// A separate file that is cached once. Inlined, the letters' outlines would be in every page and script.
import wordmark from "./wordmark.svg?no-inline";

/** Roofline, bulbs and wave next to the stacked name. Decorative: the link around it has the accessible name. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("block", className)} viewBox="0 0 262 68">
      <g transform="translate(0 2)">
        <LogoMark />
      </g>
      <use href={`${wordmark}#word`} fill="var(--logo-ink,#0d1b2e)" />
    </svg>
  );
}
