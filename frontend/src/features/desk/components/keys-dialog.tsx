import { Fragment, type ReactNode } from "react";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { setLettersOn, useLettersOn, useShortcutLists } from "../shared/shortcuts";
import { commandKey, Key, keyName } from "./key";

/** The dialog that lists all shortcut keys. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <AllKeys />
    </Dialog>
  );
}

function AllKeys() {
  const lists = useShortcutLists();
  const lettersOn = useLettersOn();
  return (
    <div className="grid gap-6">
      <Checkbox checked={lettersOn} onChange={(event) => setLettersOn(event.target.checked)}>
        Single-letter shortcuts
      </Checkbox>
      <KeyTable title="Everywhere">
        <KeyLine keys={[commandKey("K")]}>Find a customer, quote, order, invoice or page</KeyLine>
        <KeyLine keys={["F8"]}>Go to the message at the bottom</KeyLine>
        {lettersOn && <KeyLine keys={["?"]}>Show these keys</KeyLine>}
      </KeyTable>
      {lists.map(({ name, shortcuts }) => (
        <KeyTable key={name} title={name} note="While the focus is in the list">
          {Object.values(shortcuts).map(({ label, keys }) => {
            const usable = keys.filter((key) => lettersOn || key.length > 1);
            return (
              usable.length > 0 && (
                <KeyLine key={label} keys={usable}>
                  {label}
                </KeyLine>
              )
            );
          })}
        </KeyTable>
      ))}
    </div>
  );
}

function KeyTable({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      {note && <p className="text-xs text-muted-foreground">{note}</p>}
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
        {children}
      </dl>
    </section>
  );
}

function KeyLine({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key, place) => (
          <Fragment key={key}>
            {place > 0 && <span className="sr-only">or</span>}
            <Key>{keyName(key)}</Key>
          </Fragment>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
