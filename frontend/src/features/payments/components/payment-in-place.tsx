import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorMessage } from "~/api/errors";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Purpose } from "../api";
import type { Ended } from "../outcome";
import { useReturnedOutcome } from "../use-returned-outcome";
import { Checkout } from "./checkout";
import { Preparing } from "./preparing";

interface PaymentInPlaceProps {
  purpose: Purpose;
  /** The amount due that the page shows, such as "318.75". */
  amount: string;
  /** The button: "Pay $318.75". */
  label: string;
  /** The path of the page to which the person's bank sends them back. */
  returnTo: string;
  /** Called when the page should refetch the amount due. */
  refetch: () => void;
  /** The content above the card form. */
  intro: ReactNode;
  /** The content below the card form. */
  notes: ReactNode;
  /** What replaces a refused card form once the page shows that nothing is due; null while something is. */
  settled: ReactNode;
  /** Renders the confirmation of a payment that succeeded or is processing. */
  done: (outcome: Ended) => ReactNode;
}

/** A payment on the page that shows what it is for: the card form or why there is none, and the confirmation. */
export function PaymentInPlace({ amount, refetch, intro, settled, ...checkout }: PaymentInPlaceProps) {
  const returned = useReturnedOutcome();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [isAgain, setAgain] = useState(false);
  const tryAgain = () => {
    setAgain(true);
    setRefusal(null);
    refetch();
  };
  const refuse = (error: Error) => {
    setRefusal(error);
    // It may have been paid elsewhere while the page was open.
    refetch();
  };

  if (refusal && settled) return <Settled>{settled}</Settled>;
  if (refusal) {
    return (
      <>
        {intro}
        <Refusal error={refusal} isAgain={isAgain} onRetry={tryAgain} />
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
        // The amount due has changed while the page was open.
        if (cents !== Math.round(Number(amount) * 100)) refetch();
      }}
      onRefused={refuse}
      intro={intro}
      waiting={waiting}
    />
  );
}

/** What is shown instead of the form. It takes the focus if the form had it. */
function Settled({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches("body, main")) part.current?.focus();
  }, []);
  return (
    <div ref={part} tabIndex={-1} className="rounded-sm outline-none">
      {children}
    </div>
  );
}

interface RefusalProps {
  error: Error;
  /** Whether another try was refused, too: its button is gone, so the alert takes the focus. */
  isAgain: boolean;
  onRetry: () => void;
}

function Refusal({ error, isAgain, onRetry }: RefusalProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAgain) alert.current?.focus();
  }, [isAgain]);
  return (
    <div className="grid justify-items-start gap-4">
      <FormAlert ref={alert}>{errorMessage(error)}</FormAlert>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
