import type { ReactNode } from "react";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";

interface LoadFailedProps {
  /** What failed: "We couldn't load your payments." */
  children: ReactNode;
  retrying: boolean;
  onRetry: () => void;
}

/** The content of a card whose data failed to load. */
export function LoadFailed({ children, retrying, onRetry }: LoadFailedProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <FormAlert>{children}</FormAlert>
      <Button variant="outline" size="sm" pending={retrying} pendingLabel="Trying again..." onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
