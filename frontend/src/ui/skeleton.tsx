import { type ReactNode, useEffect, useState } from "react";
import { cx } from "~/lib/cx";

/** A placeholder bar. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      className={cx(
        "animate-[pulse-quiet_1.6s_ease-in-out_infinite] rounded-sm bg-skeleton",
        className ?? "h-4 w-full",
      )}
    />
  );
}

interface SkeletonRegionProps {
  label: string;
  className?: string | undefined;
  /** The classes of a single skeleton. */
  bar?: string | undefined;
  /** The skeletons, if there are several. */
  children?: ReactNode;
}

/** A region of skeletons. They appear after 150 ms, so that fast responses don't flicker. */
export function SkeletonRegion({ label, className, bar, children }: SkeletonRegionProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only" role="status">
        {label}
      </span>
      <div aria-hidden className={cx("contents", !shown && "invisible")}>
        {children ?? <Skeleton className={bar} />}
      </div>
    </div>
  );
}
