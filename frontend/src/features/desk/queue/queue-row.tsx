import { memo, type ReactNode } from "react";
import { readDraft } from "~/lib/drafts";
import { deskPath } from "~/lib/paths";
import type { QueueItem } from "../shared/types";
import { GoneNote } from "./gone-note";
import { isPricedHere } from "./kinds";
import type { LiveRow } from "./live-list";
import { PriceCell } from "./price-cell";
import { useQueueDesk } from "./queue-context";
import { RowPicture } from "./row-picture";
import { RowReach } from "./row-reach";
import { RowWhen, useDeadline } from "./row-when";
import { preferenceOf, preferences, rowSum, rowWords } from "./row-words";
import { StepCell } from "./step-cell";
import { amountDraft, usePrice } from "./use-price";

interface QueueRowProps {
  row: LiveRow;
  /** Whether it is the row being worked on. */
  chosen: boolean;
  /** Whether its details are open. */
  open: boolean;
}

/** A row of the queue: the customer, what they wait for, how to reach them, and the next step. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  return isPricedHere(props.row.item) ? <PriceRow {...props} /> : <StepRow {...props} />;
});

function PriceRow(props: QueueRowProps) {
  const { item, problem, gone } = props.row;
  const price = usePrice(item);
  const isTyped = price.text !== "" && readDraft(amountDraft(item)) !== null;
  return (
    <RowFrame
      {...props}
      act={<PriceCell item={item} price={price} chosen={props.chosen} gone={gone} />}
      problem={price.problem ?? problem}
      note={gone && isTyped && <GoneNote row={props.row} onDiscard={() => price.change("")} />}
    />
  );
}

function StepRow(props: QueueRowProps) {
  return <RowFrame {...props} act={<StepCell row={props.row} />} problem={props.row.problem} />;
}

interface RowFrameProps extends QueueRowProps {
  act: ReactNode;
  problem: string | null;
  note?: ReactNode;
}

function RowFrame({ row, chosen, open, act, problem, note }: RowFrameProps) {
  const { item, gone, acted, key } = row;
  const { isLate } = useDeadline(item);
  return (
    <li
      data-row={key}
      data-late={(isLate && !gone) || undefined}
      data-chosen={chosen || undefined}
      data-open={open || undefined}
      data-gone={gone || undefined}
      hidden={acted !== null}
      className="queue-row"
    >
      <RowWhen item={item} />
      <RowPicture item={item} className="lg:max-xl:hidden" />
      <CustomerCell item={item} />
      <RowReach item={item} />
      {act}
      {(problem || note) && (
        <div className="queue-note z-1 pb-2 max-md:pt-2">
          {problem && (
            <p role="alert" className="text-xs font-[550] text-error-text">
              {problem}
            </p>
          )}
          {note}
        </div>
      )}
    </li>
  );
}

/** The customer's name and place, and the subject. The name's link covers the row and opens the details. */
function CustomerCell({ item }: { item: QueueItem }) {
  const { open } = useQueueDesk();
  const { customerName, city, streetAddress } = item;
  const preference = preferenceOf(item);
  const sum = rowSum(item);
  return (
    <div className="min-w-0">
      <p className="truncate text-xs text-muted-foreground">
        {/* Not a Link, which would render again in every row whenever the URL changes. */}
        <a
          href={deskPath("due", { open: `${item.kind}-${item.id}` })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            open(item);
          }}
          className="text-[0.9375rem] font-[650] text-heading no-underline after:absolute after:inset-0 max-md:block max-md:truncate max-md:text-base"
        >
          {customerName}
        </a>{" "}
        {city}
        {streetAddress && <span className="max-md:hidden lg:max-xl:hidden">, {streetAddress}</span>}
        {preference && (
          <span className="md:hidden">
            {city && " · "}
            {preferences[preference].toLowerCase()}
          </span>
        )}
        {sum && (
          <span className="tabular-nums md:max-lg:hidden xl:hidden">
            {/* On phones, the name has a line of its own. */}
            <span className={city || preference ? undefined : "max-md:hidden"}> · </span>
            {sum}
          </span>
        )}
      </p>
      <p className="truncate text-xs text-foreground max-md:text-sm">{rowWords(item)}</p>
    </div>
  );
}
