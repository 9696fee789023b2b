import { CircleCheck, Clock } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatMoneyExact } from "~/lib/format";
import type { Ended } from "../outcome";

interface PaymentDoneProps {
  outcome: Ended;
  /** A sentence about what was paid, such as "Your invoice is paid." */
  children?: ReactNode;
  /** Links to the next pages. */
  actions?: ReactNode;
  level?: "h1" | "h2" | "h3";
}

/** The confirmation of a payment. Its heading takes the focus, since the form that had it is gone. */
export function PaymentDone({ outcome, children, actions, level: Heading = "h1" }: PaymentDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isPaid = outcome.kind === "succeeded";
  const Icon = isPaid ? CircleCheck : Clock;
  const amount = outcome.amount > 0 ? `payment of ${formatMoneyExact(outcome.amount / 100)}` : "payment";
  return (
    <div className="grid gap-5">
      <Icon className={isPaid ? "size-10 text-success" : "size-10 text-muted-foreground"} />
      <div>
        <Heading ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {isPaid ? "Payment received" : "Payment processing"}
        </Heading>
        <p className="mt-2">
          {isPaid
            ? `We received your ${amount}. Thank you!`
            : `Your bank is still processing your ${amount}. You don't need to do anything; please don't pay again.`}
        </p>
        {children && (
          <p role="status" className="mt-2 text-muted-foreground">
            {children}
          </p>
        )}
      </div>
      {actions && <div className="grid gap-3 sm:flex sm:flex-wrap">{actions}</div>}
    </div>
  );
}
