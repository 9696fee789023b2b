import { useEffect, useRef, useSyncExternalStore } from "react";
import { useBlocker, useLocation } from "react-router";
import { toast } from "~/ui/toast";

/**
 * While the browser is offline, stay on the current page if the next one's code hasn't been loaded. Without this, the
 * router would load that page from the network and end at the browser's own error page.
 */
export function OfflineGuard() {
  const { pathname } = useLocation();
  const visited = useRef(new Set<string>());
  useEffect(() => {
    visited.current.add(pathname);
  }, [pathname]);
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return isOnline ? null : <Blocker visited={visited.current} />;
}

/**
 * Mounted only while offline: with a blocker, the router warns about each in-page link that it did not follow itself.
 */
function Blocker({ visited }: { visited: ReadonlySet<string> }) {
  const blocker = useBlocker(({ nextLocation }) => !visited.has(nextLocation.pathname));
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
