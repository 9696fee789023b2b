import { useEffect, useState } from "react";
import { readDraft, writeDraft } from "~/lib/drafts";
import { buildId } from "~/lib/load-part";

/** How long a confirmation is kept, in milliseconds: a day, since it says by when we respond. */
const KEPT = 86_400_000;

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
 * stored with the form's drafts and survives a reload for a day, unless that loads another build. Any other visit to the
 * page shows the form.
 */
export function useSent<Result>(draft: string) {
  const key = `${draft}:sent`;
  const [sent, setSent] = useState<Sent<Result> | null>(null);

  useEffect(() => {
    const kept = readDraft(key) as { build: string; at: number; result: Result } | null;
    const isCurrent = kept?.build === buildId() && Date.now() - kept.at <= KEPT;
    if (isReload() && isCurrent) setSent({ result: kept.result, isFresh: false });
    else writeDraft(key, null);
  }, [key]);

  const change = (result: Result | null) => {
    writeDraft(key, result && { build: buildId(), at: Date.now(), result });
    setSent(result && { result, isFresh: true });
  };
  return [sent, change] as const;
}
