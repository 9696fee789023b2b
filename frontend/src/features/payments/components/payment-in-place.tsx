import { type ReactNode, useState } from "react";
import { ApiError, errorMessage } from "~/api/errors";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Purpose } from "../api";
import type { Ended } from "../outcome";
import { useReturnedOutcome } from "../use-returned-outcome";
import { Checkout } from "./checkout";
import { Preparing } from "./preparing";

interface PaymentInPlaceProps {
  purpose: Purpose;
  /** What is due as the page shows it, such as "318.75". */
  amount: string;
  /** The button: "Pay $318.75". */
  label: string;
  /** The path of the page to which the person's bank sends them back. */
  returnTo: string;
  /** Called when the page should ask again what is due. */
  refetch: () => void;
  /** What is above the card form. */
  intro: ReactNode;
  /** What is below the card form. */
  notes: ReactNode;
  /** What to show once it is paid or being processed. */
  done: (outcome: Ended) => ReactNode;
}

/** A payment on the page that shows what it is for: the card form in place, why there is none, and its end. */
export function PaymentInPlace({ amount, refetch, intro, ...checkout }: PaymentInPlaceProps) {
  const returned = useReturnedOutcome();
  const [refusal, setRefusal] = useState<Error | null>(null);

  if (refusal) {
    return (
      <>
        {intro}
        <div className="grid justify-items-start gap-4">
          <FormAlert>{wordsOf(refusal)}</FormAlert>
          <Button
            variant="outline"
            onClick={() => {
              setRefusal(null);
              refetch();
            }}
          >
            Try again
          </Button>
        </div>
      </>
    );
  }
  const waiting = (
    <>
      {intro}
      <Preparing />
    </>
  );
  if (returned === undefined) return waiting;
  return (
    <Checkout
      {...checkout}
      keyName={null}
      returned={returned}
      onAmount={(cents) => {
        // What is due has changed while the page was open.
        if (cents !== Math.round(Number(amount) * 100)) refetch();
      }}
      onRefused={setRefusal}
      intro={intro}
      waiting={waiting}
    />
  );
}

/** Return why the server refused, in its own words. */
function wordsOf(error: Error): string {
  return (error instanceof ApiError && error.serverMessage) || errorMessage(error);
}
