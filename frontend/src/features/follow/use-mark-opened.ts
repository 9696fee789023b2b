import { useEffect, useEffectEvent } from "react";

/**
 * Tell the server once that a person has seen the page, when it is visible: browsers also load pages in the background.
 * Errors are ignored, since the page works without it.
 */
export function useMarkOpened(markOpened: () => Promise<unknown>) {
  const mark = useEffectEvent(() => void markOpened().catch(() => undefined));
  useEffect(() => {
    const markOnceVisible = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", markOnceVisible);
      mark();
    };
    document.addEventListener("visibilitychange", markOnceVisible);
    markOnceVisible();
    return () => document.removeEventListener("visibilitychange", markOnceVisible);
  }, []);
}
