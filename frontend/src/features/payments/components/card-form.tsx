import { useQuery } from "@tanstack/react-query";
import { cardFormQuery } from "../api";
import { CardUnavailable } from "./card-unavailable";
import { Preparing } from "./preparing";
import type { CardFormProps } from "./stripe-form";

/** The card form. Stripe's script and the form's own code load only on pages that take a card. */
export function CardForm(props: CardFormProps) {
  const { data, error, isFetching, refetch } = useQuery(cardFormQuery);
  if (data) return <data.StripeForm stripe={data.stripe} {...props} />;
  if (!error || isFetching) return <Preparing />;
  return <CardUnavailable error={error} onRetry={() => void refetch()} />;
}
