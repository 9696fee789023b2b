import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/api/client";
import { quoteKeys } from "~/api/keys";
import { forgetDraft, readDraft, writeDraft } from "~/lib/drafts";
import { firstName, formatMoneyExact } from "~/lib/format";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { putRow } from "../shared/list-cache";
import { amountText, parseAmount } from "../shared/money-input";
import type { QueueItem } from "../shared/types";
import { keyOf } from "./kinds";
import { useQueueDesk } from "./queue-context";
import { useRowAction } from "./use-row-action";

/** Where the unsent price of a quote is stored. */
export const amountDraft = (item: QueueItem) => `desk:amount:${item.id}`;

function initialText(item: QueueItem): string {
  const draft = readDraft(amountDraft(item));
  return typeof draft === "string" ? draft : amountText(item.amount).replace(/\.00$/, "");
}

/** Keep the price that is typed for a quote, and send it. The text is stored until the server has it. */
export function usePrice(item: QueueItem) {
  const [text, setText] = useState(() => initialText(item));
  const [problem, setProblem] = useState<string | null>(null);
  const act = useRowAction(item);
  const undo = useUndoPrice(item);
  const { offerUndo } = useQueueDesk();
  const queryClient = useQueryClient();
  const draft = amountDraft(item);

  const change = (next: string) => {
    setText(next);
    setProblem(null);
    writeDraft(draft, next || null);
  };
  const send = async () => {
    const { amount, problem: wrong = "Enter an amount first" } = parseAmount(text);
    if (!amount) return setProblem(wrong);
    const quote = await act(() =>
      api.patch("/api/quotes/{quote_id}", {
        path: { quote_id: item.id },
        body: { quoteAmount: amount, status: "reviewed", updatedAt: item.updatedAt },
      }),
    );
    if (!quote) return;
    forgetDraft(draft);
    putRow(queryClient, quoteKeys, quote);
    const undoThis = () => void undo(quote.updatedAt, text);
    offerUndo(undoThis);
    toast({
      title: "Quote Updated",
      description: `Sent. ${firstName(item.customerName)} can now accept or decline ${formatMoneyExact(amount)}.`,
      action: {
        label: "Undo",
        altText: "Press u in the list to take the price back",
        run: undoThis,
      },
    });
  };
  return { text, problem, change, send: () => void send() };
}

/** Return a function that undoes a price before the customer is notified. The row is back at once. */
function useUndoPrice(item: QueueItem) {
  const { update, refreshSoon } = useQueueDesk();
  const queryClient = useQueryClient();
  return async (updatedAt: string, text: string) => {
    writeDraft(amountDraft(item), text);
    update({ type: "put", item, now: Date.now() });
    try {
      const quote = await api.post("/api/quotes/{quote_id}/undo-price", {
        path: { quote_id: item.id },
        body: { updatedAt },
      });
      putRow(queryClient, quoteKeys, quote);
      update({ type: "put", item: { ...item, updatedAt: quote.updatedAt }, now: Date.now() });
      toast({ title: "Price taken back", description: `${firstName(item.customerName)} won't get it.` });
    } catch (error) {
      forgetDraft(amountDraft(item));
      update({ type: "settled", key: keyOf(item), at: Date.now() });
      toastError(error, "Couldn't take the price back");
    } finally {
      refreshSoon();
    }
  };
}
