import { useEffect } from "react";
import type { DetailsProps } from "./details-frame";
import { isWithoutQuote } from "./kinds";
import { OtherDetails } from "./other-details";
import { QuestionDetails } from "./question-details";
import { QuoteDetails } from "./quote-details";
import { TreeDetails } from "./tree-details";

interface LoadedDetailsProps extends DetailsProps {
  /** Called once the details are on the screen: their code may take a while to load. */
  onShown: () => void;
}

/** Everything about one row. */
export default function Details({ onShown, ...props }: LoadedDetailsProps) {
  useEffect(onShown, [onShown]);
  const { quoteId, treeOrderId } = props.row.item;
  if (isWithoutQuote(props.row.item)) return <QuestionDetails {...props} />;
  if (quoteId) return <QuoteDetails {...props} quoteId={quoteId} />;
  return treeOrderId ? <TreeDetails {...props} orderId={treeOrderId} /> : <OtherDetails {...props} />;
}
