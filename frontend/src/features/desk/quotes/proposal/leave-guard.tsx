import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";

/** What names the open proposal in a URL. */
const openIn = ({ pathname, search }: { pathname: string; search: string }) =>
  `${pathname} ${new URLSearchParams(search).get("proposal")}`;

/** Asks before someone leaves a proposal with unsaved changes. Render it only while there are some. */
export function LeaveGuard() {
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
      description="Your changes stay in this browser tab, and are here when you open the proposal again. Nobody else can see them until you save."
      cancel={<Button variant="outline">Keep writing</Button>}
      confirm={
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      }
    />
  );
}
