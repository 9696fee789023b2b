import { Plus, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatCount } from "~/lib/format";
import { fromCents, lineCents } from "~/lib/proposal-total";
import { formatLineAmount } from "~/ui/proposal/proposal-line";
import { isBlank, type Ledger, type LineGroup, pricedLine } from "./ledger";
import { LineRow } from "./line-row";
import type { Problem } from "./problems";
import type { LedgerActions } from "./use-ledger-actions";

interface LedgerTableProps {
  ledger: Ledger;
  actions: LedgerActions;
  problems: readonly Problem[];
}

/** The lines of a proposal as a ledger: choices, included lines, options. */
export function LedgerTable({ ledger, actions, problems }: LedgerTableProps) {
  return (
    <div className="ledger">
      <div aria-hidden className="ledger-row ledger-head">
        <span />
        <span>Line</span>
        <span className="text-right">Quantity</span>
        <span>Unit</span>
        <span className="text-right">Unit price</span>
        <span className="text-right">Amount</span>
        <span className="ledger-cost text-right">Our cost</span>
        <span />
      </div>
      {ledger.map((group) => (
        <Group
          key={group.key}
          group={group}
          problem={problems.find(({ key }) => key === group.key)}
          heading={
            group.kind === "choice" ? (
              <ChoiceName
                group={group}
                actions={actions}
                problem={problems.find(({ key }) => key === group.key)}
              />
            ) : (
              <b>{group.kind === "included" ? "Included" : "Options"}</b>
            )
          }
          onAdd={() => actions.add(group.key)}
        >
          {group.lines.map((line) => (
            <LineRow
              key={line.key}
              line={line}
              group={group}
              ledger={ledger}
              actions={actions}
              problem={problems.find(({ key }) => key === line.key)}
            />
          ))}
        </Group>
      ))}
      <button type="button" className="ledger-add mt-3" onClick={actions.startChoice}>
        <Plus className="size-4" />
        Let the customer pick one of several
      </button>
    </div>
  );
}

/** The ID of a group's problem. IDs in `aria-describedby` are separated by spaces, and a choice's key has one. */
const problemIdOf = ({ key }: LineGroup) => `${key.replaceAll(" ", "-")}-problem`;

interface GroupProps {
  group: LineGroup;
  heading: ReactNode;
  problem: Problem | undefined;
  onAdd: () => void;
  children: ReactNode;
}

const kinds = {
  choice: { hint: "Customer picks one", add: "Add a choice" },
  included: { hint: "", add: "Add a line" },
  options: { hint: "Customer checks what they like, not in the price", add: "Add an option" },
};

function Group({ group, heading, problem, onAdd, children }: GroupProps) {
  const { hint, add } = kinds[group.kind];
  const label = { choice: group.name || "Choice", included: "Included lines", options: "Options" }[
    group.kind
  ];
  return (
    <section aria-label={label} data-key={group.key}>
      <div className="ledger-group">
        {heading}
        <span className="ledger-hint">{hint || includedWords(group)}</span>
        <button
          type="button"
          className="ledger-add ml-auto"
          onClick={onAdd}
          aria-label={group.kind === "choice" ? `${add} to ${label}` : undefined}
        >
          <Plus className="size-4" />
          {add}
        </button>
      </div>
      {problem && (
        <p id={problemIdOf(group)} className="ledger-problem">
          <TriangleAlert className="size-4 flex-none" />
          {problem.message}
        </p>
      )}
      {children}
    </section>
  );
}

/** "5 lines, $412.00". */
function includedWords(group: LineGroup): string {
  const lines = group.lines.filter((line) => !isBlank(line));
  const cents = lines.reduce((sum, line) => sum + (lineCents(pricedLine(group, line)) ?? 0), 0);
  if (lines.length === 0) return "";
  return `${formatCount(lines.length, "line")}, ${formatLineAmount(fromCents(cents))}`;
}

interface ChoiceNameProps {
  group: LineGroup;
  actions: LedgerActions;
  problem: Problem | undefined;
}

/** The name of a choice, which the customer reads over its alternatives. */
function ChoiceName({ group, actions, problem }: ChoiceNameProps) {
  const id = useId();
  const [first] = group.lines;
  return (
    <span className="ledger-name">
      <label htmlFor={id} className="sr-only">
        Name of this choice
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        maxLength={40}
        data-cell="name"
        placeholder="Such as: How much we light"
        className="ledger-cell"
        value={group.name}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? problemIdOf(group) : undefined}
        onChange={({ target }) => actions.rename(group.key, target.value)}
        onKeyDown={(event) => {
          const isOn = event.key === "Enter" || event.key === "ArrowDown";
          if (!isOn || event.ctrlKey || event.metaKey || !first) return;
          event.preventDefault();
          actions.focus(first.key);
        }}
      />
    </span>
  );
}
