import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { privatePageMeta } from "~/ui/seo";
import { InvoiceCheckout } from "../components/invoice-checkout";
import { PublishedCheckout } from "../components/published-checkout";
import { showOutcomeToast } from "../use-checkout";
import { useReturnedOutcome } from "../use-returned-outcome";

export function meta() {
  return privatePageMeta("Complete Your Payment");
}

/** Card payment of the published price, or of the invoice that the URL names. */
export default function CheckoutPage() {
  const [params] = useSearchParams();
  const invoice = params.get("invoice");
  const part = params.get("part") === "first" ? "first" : "all";
  const returned = useReturnedOutcome();

  useEffect(() => {
    if (returned) showOutcomeToast(returned);
  }, [returned]);

  return invoice ? (
    <InvoiceCheckout key={`${invoice} ${part}`} id={invoice} part={part} returned={returned} />
  ) : (
    <PublishedCheckout returned={returned} />
  );
}
