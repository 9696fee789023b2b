import type { ReactNode } from "react";
import type { Resolver } from "react-hook-form";
import type { QuoteDetails } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { loadAhead } from "~/lib/load-part";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { lazyResolver } from "~/ui/form/lazy-resolver";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { hasDay, offerOf, useAccept } from "../my-quotes";
import type { Choices } from "./use-choices";

interface AcceptFormProps {
  quote: QuoteDetails;
  choices: Choices;
  /** The name of the owner's account, under which they accept; null if the person types their name. */
  accountName: string | null;
  /** The terms above the button. */
  children: ReactNode;
}

interface Name {
  acceptedBy: string;
}

const loadRules = () => import("./accept-rules");
const typedName = lazyResolver<Name, Name>(async () => ({ resolver: (await loadRules()).typedName }));
const noName = lazyResolver<Name, Name>(async () => ({ resolver: (await loadRules()).noName }));

/** Add the offer to the validated values, so that a retry with other choices gets another idempotency key. */
function withOffer<Offer extends object>(rules: Resolver<Name, unknown, Name>, offer: Offer) {
  const resolver: Resolver<Name, unknown, Offer & Partial<Name>> = async (values, context, options) => {
    const { values: typed, errors } = await rules(values, context, options as never);
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: { ...offer, ...(typed.acceptedBy && (typed as Name)) }, errors: {} };
  };
  return resolver;
}

/** The form that accepts a quote as shown on the screen, including the choices. */
export function AcceptForm({ quote, choices, accountName, children }: AcceptFormProps) {
  const acceptQuote = useAccept(quote.id);
  const offer = { ...offerOf(quote, choices), termsVersion: quote.terms.version };
  const accept = useAppForm<Name, typeof offer & Partial<Name>, unknown>({
    resolver: withOffer(accountName === null ? typedName : noName, offer),
    defaults: { acceptedBy: "" },
    draft: `accept:${quote.id}`,
    send: (acceptance, idempotencyKey) => acceptQuote.mutateAsync({ acceptance, idempotencyKey }),
    failed: { title: "Couldn't accept the quote" },
    onSent: () => {
      choices.forget();
      toast({
        title: "Quote accepted",
        description: hasDay(quote) ? "Thanks!" : "Thanks! We'll set your day next.",
      });
    },
  });
  return (
    <Form of={accept} onFocusCapture={loadAhead(loadRules)} className="grid gap-4">
      <FormAlerts of={accept} />
      {accountName === null ? (
        <FormField
          of={accept}
          name="acceptedBy"
          label="Your full name"
          help="Typing your name counts as your signature."
        >
          <TextInput autoComplete="name" />
        </FormField>
      ) : (
        <p className="text-sm wrap-anywhere">You're accepting as {accountName}.</p>
      )}
      {children}
      <SubmitButton block pendingLabel="Processing...">
        Accept {formatMoneyExact(offer.quoteAmount)}
      </SubmitButton>
    </Form>
  );
}
