import { useEffect, useRef } from "react";
import { useBlocker, useLocation } from "react-router";
import { toast } from "~/ui/toast";

/**
 * While the browser is offline, keep people on their page when the next one's code is not here yet. Without this, the
 * router would load the next page from the network and end at the browser's own error page.
 */
export function OfflineGuard() {
  const { pathname } = useLocation();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    seen.current.add(pathname);
  }, [pathname]);

  const blocker = useBlocker(
    ({ nextLocation }) => !navigator.onLine && !seen.current.has(nextLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    toast({
      title: "You're offline",
      description: "This page is still here. Try again when you're connected.",
      variant: "destructive",
    });
    blocker.reset();
  }, [blocker]);
  return null;
}
