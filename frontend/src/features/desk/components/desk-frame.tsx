import { type ReactNode, Suspense, useState } from "react";
import type { CurrentUser } from "~/api/types";
import { loadAhead } from "~/lib/load-part";
import { lazyPart } from "~/ui/lazy-part";
import { useHelpKey } from "../shared/shortcuts";
import { BottomBar } from "./bottom-bar";
import { DeskBar } from "./desk-bar";
import { useCommandKey } from "./use-command-key";

const loadPalette = () => import("./palette");
const Palette = lazyPart(loadPalette, { title: "We couldn't load the search", atDesk: true });
const KeysDialog = lazyPart(() => import("./keys-dialog"), {
  title: "We couldn't load the list of keys",
  atDesk: true,
});
const onFindIntent = loadAhead(loadPalette);

interface DeskFrameProps {
  /** The signed-in administrator; null until that is known. */
  admin: CurrentUser | null;
  /** The tabs and the page's `main`. */
  children: ReactNode;
}

/** The desk's own frame instead of the site's header and footer: a slim bar above, toasts and shortcut keys below. */
export function DeskFrame({ admin, children }: DeskFrameProps) {
  const [dialog, setDialog] = useState<"keys" | "palette" | null>(null);
  const close = () => setDialog(null);
  const showKeys = () => setDialog("keys");
  const find = () => setDialog("palette");
  useHelpKey(showKeys);
  useCommandKey(find, admin !== null);
  return (
    <div className="desk flex min-h-dvh flex-col text-sm">
      <DeskBar admin={admin} onFind={find} onFindIntent={onFindIntent} />
      {children}
      <BottomBar onShowKeys={showKeys} />
      <Suspense>
        {dialog === "keys" && <KeysDialog onClose={close} />}
        {dialog === "palette" && <Palette onClose={close} />}
      </Suspense>
    </div>
  );
}
