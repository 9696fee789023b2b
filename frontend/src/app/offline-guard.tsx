import { useEffect, useRef, useSyncExternalStore } from "react";
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
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return isOnline ? null : <Blocker seen={seen.current} />;
}

/** Only while it is needed: with a blocker, the router complains about each in-page link that it did not follow itself. */
function Blocker({ seen }: { seen: ReadonlySet<string> }) {
  const blocker = useBlocker(({ nextLocation }) => !seen.has(nextLocation.pathname));
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

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
