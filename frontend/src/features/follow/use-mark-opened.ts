import { useEffect, useEffectEvent } from "react";

/**
 * Tell the server once that a person sees the page: when it is visible, since browsers also load pages in the
 * background. Without a response, the office only doesn't know.
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
