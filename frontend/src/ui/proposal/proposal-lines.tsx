import { useId } from "react";
import { cx } from "~/lib/cx";
import { CheckMark, chosenClass, RadioMark } from "~/ui/check-mark";
import { formatLineAmount, nameAndDetail, type ProposalLine, quantityWords } from "./proposal-line";

interface LinesProps {
  lines: readonly ProposalLine[];
  editedId: string | null;
}

interface ChosenProps extends LinesProps {
  chosen: ReadonlySet<string>;
  onChoose: ((line: ProposalLine) => void) | undefined;
}

const legendClass = "mb-2 text-[1rem] leading-[1.4] font-[650] text-heading";
const editedClass =
  "data-edited:-mx-2.5 data-edited:bg-selected data-edited:px-2.5 " +
  "data-edited:shadow-[-3px_0_0_var(--selected-border)] forced-colors:data-edited:border-l-4";

/** The alternatives of a choice, side by side or stacked if there is little room. One of them is selected. */
export function ChoiceCards({ name, lines, chosen, onChoose, editedId }: ChosenProps & { name: string }) {
  const group = useId();
  return (
    <fieldset disabled={!onChoose} className="min-w-0">
      <legend className={cx(legendClass, "wrap-anywhere")}>{name}</legend>
      <div className="grid gap-2.5 @2xl:auto-cols-fr @2xl:not-has-[>:nth-child(4)]:grid-flow-col">
        {lines.map((line) => (
          <label
            key={line.id}
            data-line={line.id}
            data-edited={line.id === editedId || undefined}
            className={cx(
              "ring-within relative grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-md @2xl:content-stretch border-[1.5px] border-input bg-surface px-4 py-3.5 text-sm leading-[1.4]",
              chosenClass,
            )}
          >
            <RadioMark name={group} checked={chosen.has(line.id)} onChange={() => onChoose?.(line)} />
            <AlternativeWords line={line} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function AlternativeWords({ line }: { line: ProposalLine }) {
  const { name, detail } = nameAndDetail(line.text);
  const words = quantityWords(line);
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2 gap-y-0.5 text-xs wrap-anywhere text-muted-foreground @2xl:grid-rows-[repeat(4,auto)_1fr]">
      <b className="text-[1rem] font-[650] text-heading">
        {name}
        {/* Screen readers and copying get the original text. */}
        {detail && <span className="sr-only">: </span>}
      </b>
      {detail && <span className="order-2 col-span-2">{detail}</span>}
      {words && <span className="order-2 col-span-2">{words}</span>}
      {line.suggested && (
        <span className="col-span-2 col-start-1 row-start-2 self-start justify-self-start rounded-sm bg-surface-2 px-2 py-1 text-2xs leading-tight font-[650] whitespace-nowrap text-foreground in-[label:has(:checked)]:bg-surface @min-[19rem]:@max-2xl:col-span-1 @min-[19rem]:@max-2xl:col-start-2 @min-[19rem]:@max-2xl:row-start-1">
          We suggest this
        </span>
      )}
      <span className="order-3 col-span-2 pt-1 text-sm font-bold text-heading tabular-nums @2xl:row-start-5 @2xl:self-end">
        {formatLineAmount(line.amount)}
      </span>
    </span>
  );
}

/** The lines that are always part of the price, including discounts. */
export function IncludedLines({ lines, editedId }: LinesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id} className={legendClass}>
        Included
      </p>
      <ul className="grid">
        {lines.map((line) => {
          const words = quantityWords(line);
          return (
            <li
              key={line.id}
              data-line={line.id}
              data-edited={line.id === editedId || undefined}
              className={cx(
                "grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 @max-[12rem]:grid-cols-[minmax(0,1fr)] border-b border-border py-2.5 text-sm leading-[1.4] first:border-t",
                editedClass,
              )}
            >
              <span>
                <span className="block font-[550] wrap-anywhere text-heading">{line.text}</span>
                {words && <span className="block text-xs text-muted-foreground">{words}</span>}
              </span>
              <span className="font-semibold whitespace-nowrap text-heading tabular-nums @min-[12rem]:text-right">
                {formatLineAmount(line.amount)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The lines that the customer can add. */
export function OptionLines({ lines, chosen, onChoose, editedId }: ChosenProps) {
  return (
    <fieldset disabled={!onChoose} className="min-w-0">
      <legend className={legendClass}>Add if you like</legend>
      {lines.map((line) => {
        const { name, detail } = nameAndDetail(line.text);
        const more = [detail, quantityWords(line)].filter(Boolean).join(" · ");
        return (
          <label
            key={line.id}
            data-line={line.id}
            data-edited={line.id === editedId || undefined}
            className={cx(
              "ring-within relative grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] @max-[12rem]:grid-cols-[auto_minmax(0,1fr)] items-center gap-3 border-b border-border py-2 text-sm leading-[1.35]",
              editedClass,
            )}
          >
            <CheckMark checked={chosen.has(line.id)} onChange={() => onChoose?.(line)} />
            <span className="wrap-anywhere">
              <span className="block font-[550] text-heading">
                {name}
                {detail && <span className="sr-only">: </span>}
              </span>
              {more && <span className="block text-xs text-muted-foreground">{more}</span>}
            </span>
            <span className="font-semibold whitespace-nowrap text-heading tabular-nums @max-[12rem]:col-start-2">
              + {formatLineAmount(line.amount)}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
