import type { ReactNode } from "react";
import { Skyline } from "~/drawings/skyline";

interface BandProps {
  title: string;
  lead?: ReactNode;
}

/** The dark band at the top of inner pages: heading, skyline on the right, snowdrift at the bottom. */
export function Band({ title, lead }: BandProps) {
  return (
    <div className="night relative overflow-hidden bg-[#11233d]">
      <div className="wrap relative z-2 pt-8 pb-26 lg:pt-14">
        <h1 className="wrap-anywhere text-white">{title}</h1>
        {lead && <p className="lead mt-3 text-harbor-200">{lead}</p>}
      </div>
      <Skyline className="absolute right-0 bottom-[1.4rem] w-68 max-w-[92%] opacity-90 lg:right-[max(2rem,calc(50vw-38rem))] lg:bottom-[1.9rem] lg:w-136" />
      <Snowdrift />
    </div>
  );
}

/** The first card of a page overlaps the band's snow by 36 px. */
export const liftClass = "relative z-3 -mt-9";

/** The snow at the foot of a dark band. */
export function Snowdrift() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-x-0 -bottom-px z-2 h-12 w-full"
      viewBox="0 0 1440 48"
      preserveAspectRatio="none"
    >
      <path
        className="fill-[#cfdbe7] dark:fill-harbor-700"
        d="M0 22C200 2 420 34 700 20s500-14 740 2v26H0z"
      />
      <path fill="var(--background)" d="M0 36c260-20 520 6 760 0s460-18 680-4v16H0z" />
    </svg>
  );
}
