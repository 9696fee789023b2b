import { CircleCheck, CircleDashed, CircleSlash, TriangleAlert } from "lucide-react";
import type { StripeEvent } from "~/api/types";
import { formatDateTime } from "~/lib/format";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import type { Column } from "../shared/desk-table";
import { FilterChips } from "../shared/filter-bar";
import { useDeskParams } from "../shared/use-desk-params";
import { stripeEventsQuery, useProcessEvent } from "./api";

const states = {
  failed: { label: "Failed", Icon: TriangleAlert },
  received: { label: "Received", Icon: CircleDashed },
  processed: { label: "Processed", Icon: CircleCheck },
  ignored: { label: "Ignored", Icon: CircleSlash },
} as const;
const isState = (value: string): value is keyof typeof states => value in states;
const options = Object.entries(states).map(([value, { label }]) => ({ value, label }));

const columns: readonly Column<StripeEvent>[] = [
  {
    label: "Event",
    kind: "lead",
    cell: (event) => (
      <>
        <b className="block font-[650] text-heading">{event.type}</b>
        <span className="text-xs text-muted-foreground">{event.objectId || event.stripeId}</span>
        {event.error && <span className="block text-sm text-error-text">{event.error}</span>}
      </>
    ),
  },
  {
    label: "State",
    cell: (event) => <State event={event} />,
  },
  {
    label: "Received",
    cell: (event) => (
      <span className="tabular-nums">
        {formatDateTime(event.createdAt)}{" "}
        {event.processedAt && (
          <span className="text-xs text-muted-foreground lg:block">
            processed {formatDateTime(event.processedAt)}
          </span>
        )}
      </span>
    ),
  },
  {
    label: "Attempts",
    align: "right",
    cell: (event) => <span className="tabular-nums">{event.attempts}</span>,
  },
  {
    label: "Actions",
    kind: "action",
    cell: (event) => <ProcessAgain event={event} />,
  },
];

/** Stripe's events and their state. Failed ones can be processed again. */
export function StripeEvents() {
  const { get } = useDeskParams();
  const state = get("state");
  const list = useDeskList(stripeEventsQuery(isState(state) ? state : null));
  return (
    <>
      <FilterChips label="State" name="state" options={options} />
      <DeskTableList
        list={list}
        one="event"
        many="events"
        name="Stripe events"
        columns={columns}
        empty={
          <EmptyState title="No events found">
            {state ? "Try another state." : "Stripe payment events appear here."}
          </EmptyState>
        }
      />
    </>
  );
}

function State({ event }: { event: StripeEvent }) {
  const { label, Icon } = states[event.state];
  return (
    <span className="inline-flex items-center gap-[0.4em] font-[550] whitespace-nowrap">
      <Icon className="size-[1.2em] flex-none" />
      {label}
    </span>
  );
}

function ProcessAgain({ event }: { event: StripeEvent }) {
  const processing = useProcessEvent();
  const press = () =>
    attempt("Couldn't process the event", async () => {
      const { state, error } = await processing.mutateAsync(event.id);
      if (state === "failed") {
        toast({ title: "Event failed again", description: error, variant: "destructive" });
      } else toast({ title: "Event processed", description: event.type });
    });
  return (
    <Button
      size="sm"
      variant={event.state === "failed" ? "secondary" : "outline"}
      pendingLabel="Processing..."
      aria-label={`Process again: ${event.type}, ${event.stripeId}`}
      onClick={press}
    >
      Process again
    </Button>
  );
}
