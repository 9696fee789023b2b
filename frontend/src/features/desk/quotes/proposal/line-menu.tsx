import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useIdempotencyKey } from "~/api/idempotency";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { type Ledger, type LedgerLine, type LineGroup, plainNumber } from "./ledger";
import type { LedgerActions } from "./use-ledger-actions";
import { useSaveUsualLine } from "./usual-lines-api";

interface LineMenuProps {
  line: LedgerLine;
  group: LineGroup;
  ledger: Ledger;
  actions: LedgerActions;
}

const itemClass =
  "flex min-h-target cursor-pointer items-center rounded-md px-3 text-sm font-[550] text-heading outline-none " +
  "data-highlighted:bg-surface-2 data-disabled:cursor-default data-disabled:text-muted-foreground " +
  "forced-colors:data-highlighted:outline-2";

/** Return a group's name for the menu's "Move to" items. */
function groupName({ kind, name }: LineGroup): string {
  if (kind === "included") return "Included";
  return kind === "options" ? "Options" : `“${name.trim() || "Choice without a name"}”`;
}

/** A line's menu: everything that dragging and the keyboard can do, and moving it to another group. */
export function LineMenu({ line, group, ledger, actions }: LineMenuProps) {
  const { key } = line;
  const index = group.lines.findIndex((each) => each.key === key);
  const saveUsual = useSaveAsUsual(line);
  const items = [
    { label: "Move up", run: () => actions.shift(key, -1), disabled: index === 0 },
    { label: "Move down", run: () => actions.shift(key, 1), disabled: index === group.lines.length - 1 },
    ...ledger
      .filter((other) => other.key !== group.key)
      .map((other) => ({
        label: `Move to ${groupName(other)}`,
        run: () => actions.move(key, other.key),
        disabled: false,
      })),
    { label: "Save as a usual line", run: saveUsual, disabled: !line.text.trim() || !line.unitPrice },
    { label: "Delete line", run: () => actions.remove(key), disabled: false },
  ];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`More for ${line.text.trim() || "this line"}`}
        className="ledger-more"
      >
        <Ellipsis className="size-5" strokeWidth={2} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          collisionPadding={8}
          // Most actions focus a line themselves. Returning the focus to the trigger would undo that.
          onCloseAutoFocus={(event) => {
            if (!document.activeElement?.matches("body, [role=menu], [role=menuitem]"))
              event.preventDefault();
          }}
          className="z-50 min-w-52 rounded-card border border-border bg-surface p-1.5 shadow-raised"
        >
          {items.map(({ label, run, disabled }) => (
            <DropdownMenu.Item key={label} disabled={disabled} onSelect={run} className={itemClass}>
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function useSaveAsUsual({ text, unit, unitPrice }: LedgerLine) {
  const save = useSaveUsualLine(null);
  const sendWithKey = useIdempotencyKey();
  return async () => {
    const usual = { text: text.trim(), unit, unitPrice: plainNumber(unitPrice) };
    await attempt("Couldn't save the usual line", async () => {
      await sendWithKey(usual, (idempotencyKey) => save.mutateAsync({ ...usual, idempotencyKey }));
      toast({ title: "Usual line saved", description: usual.text });
    });
  };
}
