import { useEffect, useState } from "react";
import { readDraft, writeDraft } from "~/lib/drafts";
import { buildId } from "~/lib/load-part";

interface Sent<Result> {
  result: Result;
  /** Whether it was just sent, not restored after a reload. The view then moves to it. */
  isFresh: boolean;
}

/** Return whether the page was loaded again, such as by the reload button or when the browser restores a tab. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  return ["reload", "back_forward"].includes(
    (navigation as PerformanceNavigationTiming | undefined)?.type ?? "",
  );
}

/**
 * Return what a form has sent, for the confirmation that replaces it, and a setter; null brings back the form. It is
 * stored with the form's drafts and survives a reload, unless that loads another build. Any other visit to the page
 * shows the form.
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
