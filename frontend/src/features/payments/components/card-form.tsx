import { useQuery } from "@tanstack/react-query";
import { cardFormQuery } from "../api";
import { CardUnavailable } from "./card-unavailable";
import { Preparing } from "./preparing";
import type { CardFormProps } from "./stripe-form";

/** The card form, once Stripe's script and the form's own code are there. Neither is part of any other page. */
export function CardForm(props: CardFormProps) {
  const { data, error, isFetching, refetch } = useQuery(cardFormQuery);
  if (data) return <data.StripeForm stripe={data.stripe} {...props} />;
  if (!error || isFetching) return <Preparing />;
  return <CardUnavailable error={error} onRetry={() => void refetch()} />;
}
