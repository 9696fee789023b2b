import type { ReactNode } from "react";
import type { CurrentUser } from "~/api/types";
import { useHelpKey } from "../shared/shortcuts";
import { BottomBar } from "./bottom-bar";
import { DeskBar } from "./desk-bar";
import { useKeysDialog } from "./keys-dialog";
import { usePalette } from "./palette";

interface DeskFrameProps {
  /** The signed-in administrator; null while that is not known. */
  admin: CurrentUser | null;
  /** The tabs and the `main` of the page. */
  children: ReactNode;
}

/** The desk's own frame instead of the site's header and footer: a slim bar above, toasts and shortcut keys below. */
export function DeskFrame({ admin, children }: DeskFrameProps) {
  const keys = useKeysDialog();
  useHelpKey(keys.open);
  const palette = usePalette(admin !== null);
  return (
    <div className="desk flex min-h-dvh flex-col text-sm">
      <DeskBar admin={admin} onFind={palette.open} />
      {children}
      <BottomBar onShowKeys={keys.open} />
      {keys.dialog}
      {palette.palette}
    </div>
  );
}
