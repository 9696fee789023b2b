import type { ReactNode } from "react";
import type { Look } from "~/api/types";
import { cx } from "~/lib/cx";
import { LookPicture } from "~/ui/look-picture";
import { groupLines, type ProposalLine } from "./proposal-line";
import { ChoiceCards, IncludedLines, OptionLines } from "./proposal-lines";

interface ProposalProps {
  /** The package: "Premium Installation". */
  title: string;
  as?: "h2" | "h3";
  /** Next to the title: the address, or a link to the PDF. */
  aside?: ReactNode;
  /** The picture above it; null or omitted if the page shows it elsewhere. */
  look?: Look | null;
  lines: readonly ProposalLine[];
  /** The ids of the checked options and of the selected alternative of each choice. */
  chosen: ReadonlySet<string>;
  /** Selects an alternative, or checks or unchecks an option. Without it, the choices are read-only. */
  onChoose?: ((line: ProposalLine) => void) | undefined;
  /** The office's note to the customer; "" for none. */
  note?: string | undefined;
  /** What the price does not include. */
  excludes?: readonly string[] | undefined;
  /** The line that is being edited next to the preview. */
  editedId?: string | null;
  /** The content below the lines, such as the price and the terms. */
  children?: ReactNode;
  /** Whether it is part of another card, such as a quote's in My Services. */
  bare?: boolean;
}

/** The proposal as customers see it: in the editor's preview, in My Services and behind a private link. */
export function Proposal({
  as: Heading = "h2",
  title,
  aside,
  look = null,
  bare = false,
  children,
  ...rest
}: ProposalProps) {
  const { lines, chosen, onChoose, note, excludes = [], editedId = null } = rest;
  const { choices, included, options } = groupLines(lines);
  const shared = { chosen, onChoose, editedId };
  return (
    <article
      className={cx(
        "@container leading-normal",
        !bare && "overflow-hidden rounded-card border border-border bg-surface shadow-card dark:shadow-none",
      )}
    >
      <LookPicture look={look} className="aspect-5/2 rounded-none object-[50%_40%] @lg:aspect-16/9" />
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-6", !bare && "p-card")}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <Heading className="display text-2xl leading-[1.2] wrap-anywhere">{title}</Heading>
          {aside && <div className="text-sm text-muted-foreground">{aside}</div>}
        </header>
        {note && <p className="text-sm whitespace-pre-wrap wrap-anywhere">“{note}”</p>}
        {choices.map(({ name, lines: alternatives }) => (
          <ChoiceCards key={name} name={name} lines={alternatives} {...shared} />
        ))}
        {included.length > 0 && <IncludedLines lines={included} editedId={editedId} />}
        {options.length > 0 && <OptionLines lines={options} {...shared} />}
        {excludes.length > 0 && (
          <div className="text-sm text-muted-foreground">
            <p>Not included:</p>
            <ul className="list-disc pl-5 wrap-anywhere">
              {excludes.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        )}
        {children}
      </div>
    </article>
  );
}
