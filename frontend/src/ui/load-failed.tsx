import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { FormAlert } from "./alert";
import { Button } from "./button";

interface LoadFailedProps {
  /** What failed: "We couldn't load your payments." */
  children: ReactNode;
  /** The query that loads it. */
  query: { refetch: () => unknown; isFetching: boolean };
  className?: string;
}

/** The content of a part of a page whose data failed to load. For a whole list or page, use `ErrorState`. */
export function LoadFailed({ children, query, className }: LoadFailedProps) {
  return (
    <div className={cx("grid justify-items-start gap-3", className)}>
      <FormAlert>{children}</FormAlert>
      <Button
        variant="outline"
        size="sm"
        pending={query.isFetching}
        pendingLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}
