import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { hasFailed } from "~/api/failed";
import { getQuery } from "~/api/queries";
import { formatMoneyExact } from "~/lib/format";
import { useAfterTyping } from "~/lib/use-after-typing";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { LoadFailed } from "~/ui/load-failed";
import { TextInput } from "~/ui/text-input";
import { deskKeys } from "../shared/keys";
import { matchDetail } from "../shared/search-match";
import type { DeskSearch, QueueItem } from "../shared/types";
import { AssignChoice, Suggestions } from "./assign-suggestions";
import { type AssignTarget, useAssign } from "./use-assign";

interface AssignDialogProps {
  item: QueueItem;
  onClose: () => void;
}

/** Assigns a card payment to a quote, a tree order or an account. */
export function AssignDialog({ item, onClose }: AssignDialogProps) {
  const assign = useAssign(item);
  const choose = (target: AssignTarget, title: string) => {
    onClose();
    void assign(target, title);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Assign this payment"
      description={`${item.amount ? formatMoneyExact(item.amount) : "A payment"}${item.email ? ` from ${item.email}` : ""}. Find the quote, tree order or account it is for. It counts toward the tree order, or toward the quote's open or next invoice.`}
    >
      <div className="grid gap-4">
        <Suggestions item={item} onChoose={choose} />
        <Finder onChoose={choose} />
      </div>
    </Dialog>
  );
}

const searchQuery = (q: string) => ({
  ...getQuery(deskKeys.search(q), "/api/desk/search", { query: { q } }),
  enabled: q.length > 1,
  placeholderData: keepPreviousData,
});

function Finder({ onChoose }: { onChoose: (target: AssignTarget, title: string) => void }) {
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  useAfterTyping(text, setQ);
  const search = useQuery(searchQuery(q));
  const data = hasFailed(search) ? undefined : search.data;
  const results = data ? targets(data) : [];
  const statusId = useId();
  return (
    <div className="grid gap-3">
      <Field label="Find a quote, order or customer">
        <TextInput
          type="search"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={statusId}
        />
      </Field>
      {hasFailed(search) && <LoadFailed query={search}>We couldn't search.</LoadFailed>}
      <p id={statusId} role="status" className="text-xs text-muted-foreground">
        {data && results.length === 0 && "No matches."}
      </p>
      <ul className="grid gap-1">
        {results.map(({ key, target, kind, title, detail }) => (
          <li key={key}>
            <AssignChoice
              title={title}
              detail={`${kind} · ${detail}`}
              onChoose={() => onChoose(target, title)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Return whether a customer has an account. The key of a guest is their email address, encoded. */
const isAccount = (key: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);

function targets({ quotes, treeOrders, customers }: DeskSearch) {
  return [
    ...quotes.map((each) => ({
      ...each,
      key: each.id,
      kind: "Quote",
      detail: matchDetail("quote", each),
      target: { quoteId: each.id },
    })),
    ...treeOrders.map((each) => ({
      ...each,
      key: each.id,
      kind: "Tree order",
      detail: matchDetail("treeOrder", each),
      target: { treeOrderId: each.id },
    })),
    ...customers
      .filter(({ key }) => isAccount(key))
      .map((each) => ({ ...each, key: each.key, kind: "Account", target: { userId: each.key } })),
  ];
}
