import type { FormEvent } from "react";
import { type StatusOf, statusLabel } from "~/api/statuses";
import type { DeskTreeOrder, TreeOrderChange } from "~/api/types";
import { formatDate } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/textarea";
import { ConflictNote } from "../shared/conflict-note";
import { treeOrderRows } from "../shared/rows";
import { StatusSelect } from "../shared/status-select";
import { treeAffects } from "../shared/step-tree-order";
import { type RowBody, useRowEdit } from "../shared/use-row-edit";

type OrderValues = { status: DeskTreeOrder["status"]; day: string; notes: string };

const readOrder = ({ status, scheduledDeliveryDate, notes }: DeskTreeOrder): OrderValues => ({
  status,
  day: scheduledDeliveryDate ?? "",
  notes,
});

function orderBody({ status, day, notes }: Partial<OrderValues>): RowBody<TreeOrderChange> {
  return {
    body: {
      ...(status === undefined ? {} : { status }),
      ...(day === undefined ? {} : { scheduledDeliveryDate: day || null }),
      ...(notes === undefined ? {} : { notes }),
    },
  };
}

const labels: Record<string, string> = { status: "Status", day: "Delivery day", notes: "Notes" };

function showOrderValue(name: string, value: string) {
  const label = labels[name] ?? name;
  if (value === "") return { label, words: "none" };
  if (name === "status") return { label, words: statusLabel("treeOrder", value as StatusOf<"treeOrder">) };
  return { label, words: name === "day" ? formatDate(value) : value };
}

/** The form for an order's status, delivery day and notes. Unlike the row's steps, it allows any change. */
export function EditTreeOrder({ order }: { order: DeskTreeOrder }) {
  const edit = useRowEdit({
    rows: treeOrderRows,
    row: order,
    read: readOrder,
    body: orderBody,
    saved: "Order updated",
    affects: treeAffects,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      {edit.differences.length > 0 && (
        <ConflictNote
          kind="tree-orders"
          id={order.id}
          differences={edit.differences}
          show={showOrderValue}
          onTakeTheirs={edit.reset}
        />
      )}
      {edit.problem && <FormAlert>{edit.problem}</FormAlert>}
      <div>
        <p className="mb-[0.4rem] text-sm font-semibold text-heading" aria-hidden>
          Status
        </p>
        <StatusSelect
          kind="treeOrder"
          label="Status"
          value={edit.values.status}
          onChange={(status) => edit.change({ status })}
        />
      </div>
      <Field label="Delivery day" optional>
        <DateField value={edit.values.day || undefined} onChange={(day) => edit.change({ day: day ?? "" })} />
      </Field>
      <Field label="Notes" optional>
        <Textarea
          maxLength={2000}
          value={edit.values.notes}
          onChange={(event) => edit.change({ notes: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        {/* The note about a conflict has the same button. */}
        {edit.isDirty && edit.differences.length === 0 && (
          <Button size="sm" variant="outline" onClick={edit.reset}>
            Discard changes
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          disabled={!edit.isDirty}
          pending={edit.isSaving}
          pendingLabel="Saving..."
        >
          Save order
        </Button>
      </div>
    </form>
  );
}
