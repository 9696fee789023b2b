import { useQuery } from "@tanstack/react-query";
import { useKnownUser } from "~/api/auth";
import { hasFailed } from "~/api/failed";
import { cardFormQuery, savedCardSessionQuery } from "../api";
import { CardUnavailable } from "./card-unavailable";
import { Preparing } from "./preparing";
import type { CardFormProps } from "./stripe-form";

/** The card form. Stripe's script and the form's own code load only on pages that take a card. */
export function CardForm(props: CardFormProps) {
  const query = useQuery(cardFormQuery);
  const { data, error, refetch } = query;
  if (data) return <data.StripeForm stripe={data.stripe} {...props} />;
  if (hasFailed(query)) return <CardUnavailable error={error} onRetry={refetch} />;
  return <Preparing />;
}

/** The card form of a payment, in which signed-in customers can use a saved card or save another one. */
export function PaymentForm(props: CardFormProps) {
  const session = useKnownUser();
  const isSignedIn = session.user !== null;
  const saved = useQuery({ ...savedCardSessionQuery(props.clientSecret), enabled: isSignedIn });
  if (session.isLoading || (isSignedIn && saved.isPending)) return <Preparing />;
  return <CardForm {...props} savedCards={saved.data ?? null} />;
}
