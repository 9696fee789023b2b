import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import { getQuery } from "~/api/queries";
import { LoadFailed } from "~/ui/load-failed";
import { deskKeys } from "../shared/keys";
import type { QueueItem, Suggestion } from "../shared/types";
import type { AssignTarget } from "./use-assign";

const suggestionsQuery = (paymentId: string) =>
  getQuery(deskKeys.suggestions(paymentId), "/api/payments/{card_payment_id}/suggestions", {
    path: { card_payment_id: paymentId },
  });

const kinds = { quote: "Quote", treeOrder: "Tree order", user: "Account" } as const;

const targetOf = ({ kind, id }: Suggestion): AssignTarget =>
  kind === "quote" ? { quoteId: id } : kind === "treeOrder" ? { treeOrderId: id } : { userId: id };

interface SuggestionsProps {
  item: QueueItem;
  onChoose: (target: AssignTarget, title: string) => void;
}

/** What a payment may be for, found by its payer's account or its receipt's email address. One tap assigns it. */
export function Suggestions({ item, onChoose }: SuggestionsProps) {
  const suggestions = useQuery(suggestionsQuery(item.id));
  const { data } = suggestions;
  if (hasFailed(suggestions)) {
    return (
      <LoadFailed query={suggestions}>We couldn't load the suggestions. You can still search.</LoadFailed>
    );
  }
  if (!data?.length) return null;
  return (
    <section aria-label="Suggestions" className="grid gap-1.5">
      <p className="text-sm font-semibold text-heading">
        {item.customerKey === null ? "Same email address" : "Same customer"}
      </p>
      <ul className="grid gap-1">
        {data.map((each) => (
          <li key={each.id}>
            <AssignChoice
              title={each.label}
              detail={`${kinds[each.kind]} · ${each.detail}`}
              onChoose={() => onChoose(targetOf(each), each.label)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AssignChoiceProps {
  title: string;
  detail: string;
  onChoose: () => void;
}

/** A button that assigns a payment to a quote, a tree order or an account. */
export function AssignChoice({ title, detail, onChoose }: AssignChoiceProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="min-h-target w-full rounded-md border border-border px-3 py-1.5 text-left wrap-anywhere hover:bg-surface-2"
    >
      <span className="block font-semibold text-heading">{title}</span>
      <span className="block text-xs text-muted-foreground">{detail}</span>
    </button>
  );
}
