import { useEffect, useState } from "react";
import { readDraft, writeDraft } from "~/lib/drafts";
import { buildId } from "~/lib/load-part";

interface Sent<Result> {
  result: Result;
  /** Just sent, and not from before a reload: the view moves to it. */
  isFresh: boolean;
}

/** Whether this page was loaded again, such as by the reload button or when the browser brings back a tab. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  return ["reload", "back_forward"].includes(
    (navigation as PerformanceNavigationTiming | undefined)?.type ?? "",
  );
}

/**
 * Return what a form has sent, for the confirmation in its place, and a function that sets it; null brings back the
 * form. A reload keeps it, with the form's drafts, unless it brings another version of this site. Whoever comes back
 * to the page in another way finds the form.
 */
export function useSent<Result>(draft: string) {
  const key = `${draft}:sent`;
  const [sent, setSent] = useState<Sent<Result> | null>(null);

  useEffect(() => {
    const kept = readDraft(key) as { build: string; result: Result } | null;
    if (isReload() && kept?.build === buildId()) setSent({ result: kept.result, isFresh: false });
    else writeDraft(key, null);
  }, [key]);

  const change = (result: Result | null) => {
    writeDraft(key, result && { build: buildId(), result });
    setSent(result && { result, isFresh: true });
  };
  return [sent, change] as const;
}
