import { formatDateTime } from "~/lib/format";
import { Button } from "~/ui/button";

/** What becomes of changes that were not saved. */
export const kept = "Your changes stay in this browser tab. Nobody else can see them until you save.";

/** What names the open part of the page in a URL. */
export const openIn = ({ pathname, search }: { pathname: string; search: string }) =>
  `${pathname} ${new URLSearchParams(search).get("view") ?? ""}`;

interface SaveBarProps {
  isDirty: boolean;
  pending: boolean;
  by: string | null;
  at: string | null;
}

/** The button that saves, and who saved last. */
export function SaveBar({ isDirty, pending, by, at }: SaveBarProps) {
  return (
    <>
      <Button
        type="submit"
        variant="secondary"
        disabled={!isDirty}
        pending={pending}
        pendingLabel="Saving..."
      >
        Save
      </Button>
      <p className="text-sm text-muted-foreground">
        {by && at ? `Last saved by ${by}, ${formatDateTime(at)}.` : "Nobody has changed this yet."} Pages show
        changes within a minute.
      </p>
    </>
  );
}
