import { useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { toast } from "~/ui/toast";
import { paymentAffects } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { useRowAction } from "./use-row-action";

/** What a payment is for. */
export type AssignTarget = { quoteId: string } | { treeOrderId: string } | { userId: string };

/** Return a function that assigns a payment from an unknown payer. The toast says to whom (`title`). */
export function useAssign(item: QueueItem) {
  const act = useRowAction(item);
  const queryClient = useQueryClient();
  return async (target: AssignTarget, title: string) => {
    const done = await act(() =>
      api.post("/api/payments/{card_payment_id}/assign", {
        path: { card_payment_id: item.id },
        body: target,
      }),
    );
    if (!done) return;
    void invalidate(queryClient, ...paymentAffects);
    toast({ title: "Payment assigned", description: `It now belongs to ${title}.` });
  };
}
