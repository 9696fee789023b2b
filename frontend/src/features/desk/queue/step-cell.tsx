import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { messageKeys } from "../shared/keys";
import { ProposalLink } from "../shared/proposal-link";
import type { QueueItem } from "../shared/types";
import { useIsOwner } from "../shared/use-is-owner";
import type { LiveRow } from "./live-list";
import { rowStep } from "./next-step";
import { useQueueDesk } from "./queue-context";
import { rowSum } from "./row-words";
import { useRowAction } from "./use-row-action";

/** The sum of a row and the button for its next step. */
export function StepCell({ row: { item, gone } }: { row: LiveRow }) {
  if (gone) return <TakenCareOf />;
  const sum = rowSum(item);
  return (
    <div className="queue-act">
      <span className="text-right font-bold text-heading tabular-nums max-md:hidden lg:max-xl:hidden">
        {sum}
      </span>
      {item.kind === "quote" ? (
        <ProposalLink
          quoteId={item.id}
          className="z-1 px-2! whitespace-nowrap"
          aria-label={`Edit proposal: ${item.customerName}`}
        >
          Edit proposal
        </ProposalLink>
      ) : (
        <StepButton item={item} />
      )}
    </div>
  );
}

/** What a row shows once someone else has finished it. */
export function TakenCareOf() {
  return <p className="queue-act text-xs font-semibold text-muted-foreground md:text-right">Taken care of</p>;
}

function StepButton({ item }: { item: QueueItem }) {
  const desk = useQueueDesk();
  const sendAgain = useSendAgain(item);
  const step = rowStep(item, useIsOwner());
  const label = step?.label ?? "Send again";
  // The second click of a double click would hit the row that has moved up.
  const press = ({ detail }: MouseEvent) => {
    if (detail < 2) void (step ? step.run(desk, item) : sendAgain());
  };
  return (
    <Button
      size="sm"
      variant="outline"
      className="z-1 px-2! whitespace-nowrap"
      onClick={press}
      aria-label={`${label}: ${item.customerName}`}
    >
      {label}
    </Button>
  );
}

/** Return a function that sends a failed message again. */
export function useSendAgain(item: QueueItem) {
  const act = useRowAction(item);
  const queryClient = useQueryClient();
  return async () => {
    const sent = await act(() =>
      api.post("/api/desk/messages/{message_id}/send-again", { path: { message_id: item.id } }),
    );
    if (!sent) return;
    void invalidate(queryClient, messageKeys.all);
    toast({ title: "Message sent again", description: `It's on its way to ${item.customerName}.` });
  };
}
