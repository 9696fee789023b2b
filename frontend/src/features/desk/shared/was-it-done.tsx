import { CircleHelp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { hasFailed } from "~/api/failed";
import type { ListQuery } from "~/api/pages";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { LoadFailed } from "~/ui/load-failed";
import { ShowMore } from "~/ui/show-more";
import { useDeskList } from "./desk-list";

/** The number of rows at first; a button shows more. */
export const PAST_AT_FIRST = 5;

interface WasItDoneProps<Row> {
  query: ListQuery<Row>;
  /** Whether a row still belongs here: what was just marked leaves before the list is fetched again. */
  isOpen: (row: Row) => boolean;
  /** The name of the rows in plural: "visits". */
  many: string;
  /** A `PastRow`. */
  children: (row: Row) => ReactNode;
}

/** The visits or deliveries whose day has passed and that no one has marked as done. Nothing if there are none. */
export function WasItDone<Row extends { id: string }>({
  query,
  isOpen,
  many,
  children,
}: WasItDoneProps<Row>) {
  const list = useDeskList(query);
  const titleId = useId();
  if (hasFailed(list)) return <LoadFailed query={list}>We couldn't check for past {many}.</LoadFailed>;
  if (!list.data) return null;
  const rows = list.data.filter(isOpen);
  if (rows.length === 0) return null;
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-1 rounded-card border border-selected-border bg-selected px-card py-3"
    >
      <h3 id={titleId} className="flex items-center gap-2 text-base">
        <CircleHelp className="size-5 flex-none" />
        Was it done?
      </h3>
      <p className="text-muted-foreground">The day of these {many} has passed.</p>
      <ul>{rows.map((row) => children(row))}</ul>
      <ShowMore list={list} size="sm" className="justify-self-start" />
    </section>
  );
}

interface PastRowProps {
  /** The day, with the time if there is one: "Nov 21, 2026". */
  when: string;
  name: string;
  detail: string;
  /** Names the row for screen readers: "job 7be2d310, Eleanor Hayes". */
  what: string;
  onDone: () => void;
  onMove: () => void;
  onCancel: () => void;
  isPending: boolean;
  /** The texts of the dialog that confirms canceling it. */
  question: string;
  warning: string;
  keep: string;
  confirm: string;
}

/** A row of `WasItDone`, with a button for each outcome. Only canceling asks for confirmation. */
export function PastRow(props: PastRowProps) {
  const { when, name, detail, what, onDone, onMove, isPending } = props;
  const shared = { size: "sm", disabled: isPending } as const;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border py-2 first:border-t-0">
      <p className="min-w-0">
        <span className="tabular-nums">{when}</span> <b className="font-[650] text-heading">{name}</b>{" "}
        <span className="text-muted-foreground">{detail}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button {...shared} variant="secondary" aria-label={`Done: ${what}`} onClick={onDone}>
          Done
        </Button>
        <Button {...shared} variant="outline" aria-label={`Move to another day: ${what}`} onClick={onMove}>
          Move to another day
        </Button>
        <CancelButton {...props} />
      </div>
    </li>
  );
}

function CancelButton({ what, onCancel, isPending, question, warning, keep, confirm }: PastRowProps) {
  const [isAsking, setAsking] = useState(false);
  const press = () => {
    setAsking(false);
    onCancel();
  };
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabled={isPending}
        aria-label={`Cancel… ${what}`}
        onClick={() => setAsking(true)}
      >
        Cancel…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        question={question}
        description={warning}
        cancel={<Button variant="outline">{keep}</Button>}
        confirm={
          <Button variant="destructive" onClick={press}>
            {confirm}
          </Button>
        }
      />
    </>
  );
}
