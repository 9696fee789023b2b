import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { Lock } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { useCurrentUser } from "~/api/auth";
import { business } from "~/lib/business";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PhoneLink } from "~/ui/phone-link";
import { toast } from "~/ui/toast";
import { useElementsLook } from "../appearance";
import { confirm } from "../confirm";
import type { Ended } from "../outcome";
import { useReceiptEmail } from "../use-receipt-email";

export interface CardFormProps {
  clientSecret: string;
  /** The path on this site to which the person's bank sends them back. */
  returnTo: string;
  /** The button: "Complete Payment". */
  label: string;
  /** The title of the toast when it fails: "Payment Failed". */
  failedTitle: string;
  /** The secret that lets the form show saved cards and save another one; null to do neither. */
  savedCards?: string | null;
  /** Why the last attempt failed, if that was before this form was shown. */
  reason?: string | null | undefined;
  /** Whether what it pays for can be paid by card only, as storage plans are. */
  cardOnly?: boolean;
  /** Whether to ask visitors for the address that the receipt goes to. */
  asksForEmail?: boolean;
  /** Called when the payment can't be tried again: it succeeded, is processing, or was canceled elsewhere. */
  onOutcome: (outcome: Ended) => void;
}

/** Stripe's form for one payment, or for saving a card, with our button. Each client secret needs a new form. */
export function StripeForm({ stripe, ...form }: CardFormProps & { stripe: Stripe }) {
  const look = useElementsLook();
  const options = {
    clientSecret: form.clientSecret,
    ...(form.savedCards && { customerSessionClientSecret: form.savedCards }),
    loader: "auto",
    ...look,
  } as const;
  return (
    <Elements key={form.clientSecret} stripe={stripe} options={options}>
      <CardFields {...form} />
    </Elements>
  );
}

function CardFields(props: CardFormProps) {
  const { clientSecret, returnTo, label, failedTitle, savedCards, reason, asksForEmail, onOutcome } = props;
  const stripe = useStripe();
  const elements = useElements();
  const options = useFormOptions();
  const receipt = useReceiptEmail(asksForEmail ?? false);
  const [ready, setReady] = useState(false);
  const [paysWithSaved, setPaysWithSaved] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState(reason ?? null);
  // A second click may come before the button has rendered as pending.
  const busy = useRef(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!stripe || !elements || busy.current || !receipt.check()) return;
    busy.current = true;
    setPending(true);
    setFailure(null);
    const returnUrl = new URL(returnTo, window.location.origin).href;
    const outcome = await confirm({ stripe, elements, clientSecret, returnUrl, receiptEmail: receipt.email });
    busy.current = false;
    setPending(false);
    if (!outcome) return;
    if (outcome.kind !== "open") return onOutcome(outcome);
    setFailure(outcome.reason);
    toast({ title: failedTitle, description: outcome.reason ?? undefined, variant: "destructive" });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-field">
      {receipt.field}
      <div className={ready ? undefined : "min-h-60"} aria-busy={!ready}>
        <PaymentElement
          options={options}
          onReady={() => setReady(true)}
          onChange={({ value }) => setPaysWithSaved(Boolean(value.payment_method))}
          onLoadError={({ error }) => setFailure(error.message ?? "We couldn't load the card form.")}
        />
      </div>
      {savedCards && !paysWithSaved && (
        <p className="text-sm text-muted-foreground">
          If you check the box, Stripe saves the card for next time: its number, brand and expiration date.
          It's charged only when you choose it yourself while you pay. You can remove it in My Services under
          Invoices.
        </p>
      )}
      {failure && (
        <FormAlert>
          {failure} You can try another card, or call <PhoneLink className="text-inherit underline" />{" "}
          {props.cardOnly ? "for help." : "to pay another way."}
        </FormAlert>
      )}
      <Button type="submit" block disabled={!ready} pending={pending} pendingLabel="Processing...">
        {label}
      </Button>
      <p className="flex items-start justify-center gap-[0.6em] text-sm text-muted-foreground">
        <Lock className="mt-[0.1em] size-[1.25em] flex-none" />
        Card details go directly to Stripe; we never see them.
      </p>
    </form>
  );
}

/** Return the form's options, with the signed-in user's name and email filled in. */
function useFormOptions(): StripePaymentElementOptions {
  const { user } = useCurrentUser();
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ");
  return {
    layout: "tabs",
    business: { name: business.name },
    defaultValues: { billingDetails: { ...(name && { name }), ...(user && { email: user.email }) } },
  };
}
