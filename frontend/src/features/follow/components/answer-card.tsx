import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import * as z from "zod";
import { packageName } from "~/api/catalog-names";
import { type PricedQuote, useAnswerQuote } from "~/features/quotes";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { FollowCard } from "./follow-layout";
import { goToQuestions } from "./questions";

interface AnswerCardProps {
  quote: PricedQuote;
  /** The name of the owner's account, which accepts for them; null: the person types their name. */
  accountName: string | null;
}

/** What the customer says to a price: the one thing to do on the page. */
export function AnswerCard({ quote, accountName }: AnswerCardProps) {
  const amount = formatMoneyExact(quote.quoteAmount);
  return (
    <FollowCard title="Accept this quote">
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-[650] text-heading">Your price</span>
          <span className="display text-3xl leading-[1.15]">{amount}</span>
        </p>
        <p className="mt-1 text-sm text-muted-foreground">
          {packageName(quote.servicePackage)} in {quote.city}. Once you accept, we'll set your day.
        </p>
      </div>
      <AcceptForm quote={quote} accountName={accountName} />
      <div className="grid gap-3 min-[22.5rem]:grid-cols-2">
        <Button variant="outline" size="sm" onClick={goToQuestions}>
          Ask a question
        </Button>
        <Decline quote={quote} />
      </div>
    </FollowCard>
  );
}

const typed = zodResolver(
  z.object({ acceptedBy: text({ message: "Enter your full name", min: 1, max: 200 }) }),
);
const byAccount = zodResolver(z.object({ acceptedBy: text({ max: 200 }) }));

function AcceptForm({ quote, accountName }: AnswerCardProps) {
  const answerQuote = useAnswerQuote(quote);
  const accept = useAppForm({
    resolver: accountName === null ? typed : byAccount,
    defaults: { acceptedBy: "" },
    draft: `accept:${quote.id}`,
    send: ({ acceptedBy }) => answerQuote.mutateAsync({ answer: "accept", acceptedBy }),
    failed: { title: "Couldn't accept the quote" },
    onSent: () => toast({ title: "Quote accepted", description: "Thanks! We'll set your day next." }),
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
      <Button type="submit" block pending={accept.pending} pendingLabel="Processing...">
        Accept {formatMoneyExact(quote.quoteAmount)}
      </Button>
    </Form>
  );
}

function Decline({ quote }: { quote: PricedQuote }) {
  const [isAsking, setAsking] = useState(false);
  const answerQuote = useAnswerQuote(quote);
  const decline = async () => {
    try {
      await answerQuote.mutateAsync({ answer: "decline" });
      toast({ title: "Quote declined", description: "Nothing will be scheduled or charged." });
    } catch (error) {
      toastError(error, "Couldn't decline the quote");
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        question="Decline this quote?"
        description={`You're declining ${formatMoneyExact(quote.quoteAmount)} for ${packageName(quote.servicePackage)} in ${quote.city}. We won't schedule the work.`}
        cancel={<Button variant="outline">Keep quote</Button>}
        confirm={
          <Button
            variant="destructive"
            pending={answerQuote.isPending}
            pendingLabel="Processing..."
            onClick={() => void decline()}
          >
            Decline quote
          </Button>
        }
      />
    </>
  );
}
