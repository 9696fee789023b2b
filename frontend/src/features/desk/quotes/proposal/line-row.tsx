import { GripVertical, TriangleAlert } from "lucide-react";
import { type ComponentProps, type PointerEvent, useId } from "react";
import { lineCents } from "~/lib/proposal-total";
import { RadioMark } from "~/ui/check-mark";
import {
  type Cell,
  type Ledger,
  type LedgerLine,
  type LineGroup,
  pricedLine,
  priceText,
  type Unit,
  units,
} from "./ledger";
import { LineMenu } from "./line-menu";
import type { Problem } from "./problems";
import { TextCell } from "./text-cell";
import type { LedgerActions } from "./use-ledger-actions";

interface LineRowProps {
  line: LedgerLine;
  group: LineGroup;
  ledger: Ledger;
  actions: LedgerActions;
  problem: Problem | undefined;
}

/** One line of the ledger. */
export function LineRow({ line, group, ledger, actions, problem }: LineRowProps) {
  const { key } = line;
  const problemId = useId();
  const name = line.text.trim() || "New line";
  const cents = line.unitPrice ? lineCents(pricedLine(group, line)) : null;
  const cell = (which: Cell) => ({
    "data-cell": which,
    "aria-invalid": problem?.cell === which || undefined,
    "aria-describedby": problem?.cell === which ? problemId : undefined,
  });
  const number = (which: "quantity" | "unitPrice" | "cost", label: string) => (
    <NumberCell
      label={label}
      value={line[which]}
      onChange={(value) => actions.change(key, { [which]: value })}
      {...cell(which)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in all browsers
    <div
      role="group"
      aria-label={name}
      data-key={key}
      data-kind={group.kind}
      data-edited={actions.edited === key || undefined}
      className="ledger-row"
      onFocus={() => actions.setEdited(key)}
      onKeyDown={(event) => actions.onCellKey(event, group.key, key)}
    >
      {group.kind === "choice" ? (
        <label className="ledger-mark ring-within">
          <RadioMark
            name={group.key}
            checked={line.suggested}
            onChange={() => actions.suggest(key)}
            aria-label={`Suggest ${name}`}
          />
        </label>
      ) : (
        <Grip onPlace={(at) => actions.place(key, at)} groupLines={group.lines} />
      )}
      <TextCell line={line} actions={actions} {...cell("text")} />
      {number("quantity", "Quantity")}
      <select
        aria-label="Unit"
        className="ledger-cell"
        value={line.unit}
        onChange={({ target }) => actions.change(key, { unit: target.value as Unit })}
        {...cell("unit")}
      >
        {units.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
      {number("unitPrice", "Unit price")}
      <output aria-label="Amount" className="ledger-amount">
        {cents === null ? "" : priceText(String(cents / 100))}
      </output>
      <div className="ledger-cost">{number("cost", "Our cost")}</div>
      <LineMenu line={line} group={group} ledger={ledger} actions={actions} />
      {problem && (
        <p id={problemId} className="ledger-problem">
          <TriangleAlert className="size-4 flex-none" />
          {problem.message}
        </p>
      )}
    </div>
  );
}

interface NumberCellProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text input for a number, since the mouse wheel would change the value of a number input. */
function NumberCell({ label, onChange, ...rest }: NumberCellProps) {
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      className="ledger-cell text-right tabular-nums"
      onChange={({ target }) => onChange(target.value)}
      onFocus={({ target }) => target.select()}
      {...rest}
    />
  );
}

interface GripProps {
  groupLines: readonly LedgerLine[];
  /** Moves the line to the position of another one. */
  onPlace: (atKey: string) => void;
}

/** The handle that drags a line within its group. It isn't focusable, since the keyboard and the menu do the same. */
function Grip({ groupLines, onPlace }: GripProps) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-key]");
    const key = under?.getAttribute("data-key");
    const own = event.currentTarget.closest("[data-key]");
    if (key && under !== own && groupLines.some((line) => line.key === key)) onPlace(key);
  };
  return (
    <span
      aria-hidden
      className="ledger-grip"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    >
      <GripVertical className="size-4" strokeWidth={2} />
    </span>
  );
}
