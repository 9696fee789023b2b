import { formatDateTime } from "~/lib/format";
import { SubmitButton } from "~/ui/form/form";

/** What happens to unsaved changes. */
export const unsavedNote = "Your changes stay in this browser tab. No one else can see them until you save.";

/** Return what identifies the open view in a URL. */
export const openIn = ({ pathname, search }: { pathname: string; search: string }) =>
  `${pathname} ${new URLSearchParams(search).get("view") ?? ""}`;

interface SaveBarProps {
  isDirty: boolean;
  by: string | null;
  at: string | null;
}

/** The button that saves, and who saved last. */
export function SaveBar({ isDirty, by, at }: SaveBarProps) {
  return (
    <>
      <SubmitButton variant="secondary" disabled={!isDirty} pendingLabel="Saving...">
        Save
      </SubmitButton>
      <p className="text-sm text-muted-foreground">
        {by && at ? `Last saved by ${by}, ${formatDateTime(at)}.` : "No one has changed this yet."} Pages show
        changes within a minute.
      </p>
    </>
  );
}
