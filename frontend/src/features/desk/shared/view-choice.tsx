import type { LucideIcon } from "lucide-react";
import { ChipRow } from "./chip-row";
import { useDeskParams } from "./use-desk-params";

export interface DeskView {
  /** The value of the query parameter `view`; "" is the default view of the tab. */
  value: string;
  label: string;
  Icon?: LucideIcon;
}

/** The views of a tab. The selected one is in the URL; the filters stay for when its list is shown again. */
export function ViewChoice({ label, views }: { label: string; views: readonly DeskView[] }) {
  const { get, set } = useDeskParams();
  const open = views.find(({ value }) => value === get("view"))?.value ?? "";
  return (
    <ChipRow label={label} options={views} chosen={open} onChoose={(view) => set({ view, open: null })} />
  );
}
