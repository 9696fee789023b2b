import { zodResolver } from "@hookform/resolvers/zod";
import { Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { FormField, TextField } from "~/ui/form/fields";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { NotLoaded } from "~/ui/not-loaded";
import { Select } from "~/ui/select";
import { toast } from "~/ui/toast";
import { EntryButtons } from "../../shared/entry-buttons";
import { plainNumber, priceText, units } from "./ledger";
import { isUnitPrice } from "./problems";
import {
  priceWords,
  type UsualLine,
  useDeleteUsualLine,
  useSaveUsualLine,
  useUsualLines,
} from "./usual-lines-api";

interface UsualLinesProps {
  onClose: () => void;
  /** Adds a line to the proposal. */
  onAdd: (line: UsualLine) => void;
}

/** The price list. Its lines can be added to the proposal, created, changed and deleted. */
export function UsualLines({ onClose, onAdd }: UsualLinesProps) {
  const [form, setForm] = useState<UsualLine | "new" | null>(null);
  const usual = useUsualLines();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={form === null ? "Usual lines" : form === "new" ? "New usual line" : "Change usual line"}
      description={
        form === null ? "Type the first letters in a line and pick one, or add one here." : undefined
      }
    >
      {form === null ? (
        <List usual={usual} onAdd={onAdd} onEdit={setForm} />
      ) : (
        <UsualLineForm line={form === "new" ? null : form} onDone={() => setForm(null)} />
      )}
    </Dialog>
  );
}

interface ListProps extends Pick<UsualLinesProps, "onAdd"> {
  usual: ReturnType<typeof useUsualLines>;
  onEdit: (line: UsualLine | "new") => void;
}

function List({ usual, onAdd, onEdit }: ListProps) {
  const { data } = usual;
  return (
    <div className="grid gap-4">
      <NotLoaded query={usual} name="the usual lines" bar="h-24" />
      {data?.length === 0 && (
        <p className="text-sm text-muted-foreground">
          Lines you write often appear here, with their unit and price. Add the first one.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="border-t border-border text-sm">
          {data.map((line) => (
            <li key={line.id} className="flex items-center gap-2 border-b border-border py-1">
              <span className="min-w-0 flex-1">
                <span className="block font-[550] wrap-anywhere text-heading">{line.text}</span>
                <span className="text-xs text-muted-foreground tabular-nums">{priceWords(line)}</span>
              </span>
              <Button
                size="sm"
                variant="ghost"
                className="px-2!"
                onClick={() => onEdit(line)}
                aria-label={`Edit ${line.text}`}
              >
                Edit
              </Button>
              <Button
                size="sm"
                variant="outline"
                onClick={() => onAdd(line)}
                aria-label={`Add ${line.text} to the proposal`}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" variant="outline" className="justify-self-start" onClick={() => onEdit("new")}>
        <Plus className="size-4" />
        New usual line
      </Button>
    </div>
  );
}

const resolver = zodResolver(
  z.object({
    text: text({ min: 1, max: 200, message: "Say what this line is" }),
    unit: z.enum(units),
    unitPrice: z.string().refine(isUnitPrice, "Enter a price up to 99,999.99, such as 38.00 or 4.625"),
  }),
);

function UsualLineForm({ line, onDone }: { line: UsualLine | null; onDone: () => void }) {
  const save = useSaveUsualLine(line?.id ?? null);
  const remove = useDeleteUsualLine(line?.id ?? "");
  const form = useAppForm({
    resolver,
    defaults: {
      text: line?.text ?? "",
      unit: line?.unit ?? "flat",
      unitPrice: line ? priceText(line.unitPrice) : "",
    },
    draft: `usual-line:${line?.id ?? "new"}`,
    send: ({ unitPrice, ...values }, idempotencyKey) =>
      save.mutateAsync({ ...values, unitPrice: plainNumber(unitPrice), idempotencyKey }),
    failed: { title: "Couldn't save the usual line" },
    onSent: () => {
      toast({ title: "Usual line saved" });
      onDone();
    },
  });
  const close = () => {
    form.forgetDraft();
    onDone();
  };
  return (
    <Form of={form} className="grid gap-field">
      <FormAlerts of={form} />
      <TextField of={form} name="text" label="Line" maxLength={200} autoComplete="off" />
      <div className="grid grid-cols-2 gap-3">
        <FormField of={form} name="unit" label="Unit">
          <Select options={units.map((unit) => ({ value: unit, label: unit }))} />
        </FormField>
        <TextField of={form} name="unitPrice" label="Unit price" inputMode="decimal" autoComplete="off" />
      </div>
      <EntryButtons kind="usual line" remove={line && remove} onDone={close} />
    </Form>
  );
}
