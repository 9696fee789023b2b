import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { privatePageMeta } from "~/ui/seo";
import { InvoiceCheckout } from "../components/invoice-checkout";
import { PublishedCheckout } from "../components/published-checkout";
import { sayOutcome } from "../use-checkout";
import { useReturnedOutcome } from "../use-returned-outcome";

/** Not for search engines: nobody should come here from one. */
export function meta() {
  return privatePageMeta("Complete Your Payment");
}

/** Paying by card: the published price, or the invoice that the address names. */
export default function CheckoutPage() {
  const [params] = useSearchParams();
  const invoice = params.get("invoice");
  const returned = useReturnedOutcome();

  useEffect(() => {
    if (returned) sayOutcome(returned);
  }, [returned]);

  return invoice ? (
    <InvoiceCheckout key={invoice} id={invoice} returned={returned} />
  ) : (
    <PublishedCheckout returned={returned} />
  );
}
