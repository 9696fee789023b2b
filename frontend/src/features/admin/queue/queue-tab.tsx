import { RefreshCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { DeskList, useDeskList } from "../desk/desk-list";
import { DeskTable } from "../desk/desk-table";
import { queueQuery } from "./api";
import { PromiseSummary } from "./promise-summary";
import { QueueRow } from "./queue-row";

const columns = [
  { label: "Customer" },
  { label: "Promise" },
  { label: "Asked for" },
  { label: "Next step" },
] as const;

/** What is due: whatever was asked for and not answered yet, the oldest promise first. */
export default function QueueTab() {
  const list = useDeskList(queueQuery());
  const heading = useRef<HTMLHeadingElement>(null);

  // A row that is done leaves and takes the focus with it: go on from the top of what is left.
  const count = list.data?.length ?? 0;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
    before.current = count;
  }, [count]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          Due now
        </h2>
        <Button
          size="sm"
          variant="outline"
          onClick={() => void list.refetch()}
          pending={list.isFetching && !list.isFetchingNextPage}
          pendingLabel="Looking..."
        >
          <RefreshCw aria-hidden className="size-[1.15em]" strokeWidth={1.75} />
          Look for new ones
        </Button>
      </div>
      <PromiseSummary />
      <DeskList
        list={list}
        one="customer waiting"
        many="customers waiting"
        empty={
          <EmptyState title="Nobody is waiting">
            Every quote request and tree order has its answer.
          </EmptyState>
        }
      >
        {(items) => (
          <DeskTable name="Waiting for an answer" columns={columns}>
            {items.map((item) => (
              <QueueRow key={item.id} item={item} />
            ))}
          </DeskTable>
        )}
      </DeskList>
    </div>
  );
}
