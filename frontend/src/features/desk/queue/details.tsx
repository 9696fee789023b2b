import type { DetailsProps } from "./details-frame";
import { isWithoutQuote } from "./kinds";
import { OtherDetails } from "./other-details";
import { QuestionDetails } from "./question-details";
import { QuoteDetails } from "./quote-details";
import { TreeDetails } from "./tree-details";

/** Everything about one row. */
export function Details(props: DetailsProps) {
  const { quoteId, treeOrderId } = props.row.item;
  if (isWithoutQuote(props.row.item)) return <QuestionDetails {...props} />;
  if (quoteId) return <QuoteDetails {...props} quoteId={quoteId} />;
  return treeOrderId ? <TreeDetails {...props} orderId={treeOrderId} /> : <OtherDetails {...props} />;
}
