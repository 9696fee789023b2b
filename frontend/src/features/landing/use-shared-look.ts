import { type Dispatch, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { parseLookCode } from "./look-code";
import type { LookAction } from "./use-look";

/**
 * Put the look of a shared link (`/?design=p-warm-wt`) on the house. Return whether the link names a look that doesn't
 * exist, which changes nothing on the page.
 */
export function useSharedLook(dispatch: Dispatch<LookAction>): boolean {
  const [params] = useSearchParams();
  const code = params.get("design");
  const [unknown, setUnknown] = useState(false);
  // In an effect, because the prerendered page doesn't know the query.
  useEffect(() => {
    const look = code === null ? null : parseLookCode(code);
    if (look) dispatch({ type: "open", look });
    setUnknown(code !== null && look === null);
  }, [code, dispatch]);
  return unknown;
}
