import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import * as z from "zod";
import type { QuoteDetails } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { offerOf, useAccept } from "../my-quotes";
import type { Choices } from "./use-choices";

interface AcceptFormProps {
  quote: QuoteDetails;
  choices: Choices;
  /** The name of the owner's account, which accepts for them; null: the person types their name. */
  accountName: string | null;
  /** What they agree to, above the button. */
  children: ReactNode;
}

const typedName = z.object({ acceptedBy: text({ message: "Enter your full name", min: 1, max: 200 }) });
const noName = z.object({ acceptedBy: text({ max: 200 }) });

/** Accepts a quote as it is on the screen, choices included. */
export function AcceptForm({ quote, choices, accountName, children }: AcceptFormProps) {
  const acceptQuote = useAccept(quote.id);
  const offer = { ...offerOf(quote, choices), termsVersion: quote.terms.version };
  const name = accountName === null ? typedName : noName;
  // The offer is among the values: after another choice, a retry is another request.
  const resolver = zodResolver(name.transform((typed) => ({ ...offer, ...(typed.acceptedBy && typed) })));
  const accept = useAppForm({
    resolver,
    defaults: { acceptedBy: "" },
    draft: `accept:${quote.id}`,
    send: (acceptance, idempotencyKey) => acceptQuote.mutateAsync({ acceptance, idempotencyKey }),
    failed: { title: "Couldn't accept the quote" },
    onSent: () => {
      choices.forget();
      toast({ title: "Quote accepted", description: "Thanks! We'll set your day next." });
    },
  });
  const { register, formState } = accept.form;
  return (
    <Form of={accept} className="grid gap-4">
      <FormAlerts of={accept} />
      {accountName === null ? (
        <Field
          label="Your full name"
          help="Typing your name counts as your signature."
          error={formState.errors.acceptedBy?.message}
        >
          <TextInput autoComplete="name" {...register("acceptedBy")} />
        </Field>
      ) : (
        <p className="text-sm">You're accepting as {accountName}.</p>
      )}
      {children}
      <Button type="submit" block pending={accept.pending} pendingLabel="Processing...">
        Accept {formatMoneyExact(offer.quoteAmount)}
      </Button>
    </Form>
  );
}
