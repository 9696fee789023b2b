import { cx } from "~/lib/cx";
// A separate file, cached once: inlined, the outlines of the letters would be in every page and script.
import wordmark from "./wordmark.svg?no-inline";

/** Roofline, bulbs and wave next to the stacked name. Decorative: the link around it has the accessible name. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("block", className)} viewBox="0 0 262 68">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" transform="translate(0 2)">
        <path stroke="var(--logo-line,#182b42)" strokeWidth="3.6" d="m8 36 24-24 24 24" />
        <path stroke="var(--logo-wave,#3d5873)" strokeWidth="3.6" d="M8 53q6-6 12 0t12 0 12 0 12 0" />
        <path stroke="var(--logo-bulb,#f2a02a)" strokeWidth="9.4" d="M8 36zm12-12zm12-12zm12 12zm12 12z" />
        <path stroke="#fff" strokeOpacity=".8" strokeWidth="2.6" d="M6.8 34.8zm12-12zm12-12zm12 12zm12 12z" />
      </g>
      <use href={`${wordmark}#word`} fill="var(--logo-ink,#0d1b2e)" />
    </svg>
  );
}
