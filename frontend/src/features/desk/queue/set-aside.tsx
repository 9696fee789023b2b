import { useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { quoteKeys } from "~/api/keys";
import { firstName } from "~/lib/format";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { putRow } from "../shared/list-cache";
import type { QueueItem } from "../shared/types";
import { isWithoutQuote } from "./kinds";
import { useRowAction } from "./use-row-action";

const ways = {
  question: {
    label: "No reply needed",
    path: "/api/quotes/{quote_id}/no-reply-needed",
    done: "No reply needed",
  },
  quote: { label: "Let it go", path: "/api/quotes/{quote_id}/let-go", done: "Let go" },
  silent: { label: "Let it go", path: "/api/quotes/{quote_id}/let-go", done: "Let go" },
} as const;

/** Removes a row from the queue without a response. The server records who did. */
export function SetAside({ item }: { item: QueueItem }) {
  const way = item.kind in ways ? ways[item.kind as keyof typeof ways] : null;
  return way && <SetAsideButton item={item} way={way} />;
}

function SetAsideButton({ item, way }: { item: QueueItem; way: (typeof ways)[keyof typeof ways] }) {
  const act = useRowAction(item);
  const queryClient = useQueryClient();
  const setAside = async () => {
    // The server refuses if the customer has written something newer.
    const { updatedAt } = item;
    const done = await act(async () => {
      if (isWithoutQuote(item)) {
        const path = { inquiry_id: item.id };
        await api.post("/api/desk/questions/{inquiry_id}/no-reply-needed", { path, body: { updatedAt } });
      } else {
        const quote = await api.post(way.path, {
          path: { quote_id: item.quoteId ?? item.id },
          body: { updatedAt },
        });
        // Its lists need the new `updatedAt`, without which their next change would be a conflict.
        putRow(queryClient, quoteKeys, quote);
      }
      return true;
    });
    if (done) {
      toast({
        title: way.done,
        description: isWithoutQuote(item)
          ? `${item.customerName} is off the list.`
          : `${firstName(item.customerName)} is off the list. The history shows who decided.`,
      });
    }
  };
  return (
    <Button size="sm" variant="ghost" onClick={() => void setAside()}>
      {way.label}
    </Button>
  );
}
