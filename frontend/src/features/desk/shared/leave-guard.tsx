import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";

interface LeaveGuardProps {
  /** Returns what a URL shows. Going to a URL with another result counts as leaving. */
  openIn: (location: Location) => string;
  /** What happens to the changes. */
  description: string;
}

/** Asks for confirmation before someone leaves unsaved changes. Render it only while there are some. */
export function LeaveGuard({ openIn, description }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => openIn(currentLocation) !== openIn(nextLocation),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => open || blocker.reset?.()}
      question="Leave without saving?"
      description={description}
      cancel={<Button variant="outline">Keep writing</Button>}
      confirm={
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      }
    />
  );
}
