import { type ReactNode, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { Button } from "~/ui/button";
import { DisputedNote, disputedTitle } from "~/ui/disputed";
import { lazyPart } from "~/ui/lazy-part";
import { PhoneLink } from "~/ui/phone-link";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { moneyOf } from "../order-money";

/** Loaded on demand, when someone pays. */
const TreePayment = lazyPart(async () => ({ default: (await import("~/features/payments")).TreePayment }), {
  title: "We couldn't load the payment form",
});

interface OrderPaymentProps {
  order: TreeOrder;
  /** Whether the card form is open from the start. */
  startsOpen?: boolean;
  level: "h2" | "h3";
}

/**
 * The payment of an order, now or at delivery, with the card form in place and the outcome after paying. If nothing can
 * be paid, it shows the payment state. Hidden for an order that was canceled before any payment.
 */
export function OrderPayment({ order, startsOpen = false, level }: OrderPaymentProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [isLater, setLater] = useState(false);
  const later = useRef<HTMLParagraphElement>(null);
  const payLater = () => {
    flushSync(() => {
      setOpen(false);
      setLater(true);
    });
    later.current?.focus();
  };
  if (isOpen) {
    const notes = isUndelivered(order) && (
      <div className="mt-5 grid justify-items-start gap-2">
        <RefundTerms order={order} />
        <Button variant="ghost" size="sm" onClick={payLater} className="-ml-4">
          Pay at delivery instead
        </Button>
      </div>
    );
    return (
      <Suspense fallback={<Loading />}>
        <TreePayment
          order={order}
          level={level}
          notes={notes}
          settled={noteOf(order) && <MoneyNote order={order} level={level} />}
        />
      </Suspense>
    );
  }
  if (moneyOf(order) !== "due") return <MoneyNote order={order} level={level} />;
  return (
    <MoneyPart level={level} title={isUndelivered(order) ? "Pay now or at delivery" : "Pay for your tree"}>
      <p ref={later} tabIndex={-1} className="rounded-sm text-sm text-muted-foreground outline-none">
        {isLater
          ? `You'll pay ${formatMoneyExact(order.amountDue)} at delivery, by cash, check or card.`
          : dueWords(order)}
      </p>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button variant={isLater ? "outline" : "primary"} onClick={() => setOpen(true)}>
          Pay {formatMoneyExact(order.amountDue)} now
        </Button>
        {isUndelivered(order) && !isLater && (
          <Button variant="secondary" onClick={payLater}>
            Pay at delivery
          </Button>
        )}
      </div>
    </MoneyPart>
  );
}

const isUndelivered = ({ status }: TreeOrder) => statusIn("treeOrder", "undelivered", status);

/** Return what was refunded, paid and disputed so far, and how the rest can be paid. */
function dueWords(order: TreeOrder): string {
  const { amountPaid, amountRefunded, amountDisputed, amountDue } = order;
  const refunded = Number(amountRefunded) > 0 ? `We refunded ${formatMoneyExact(amountRefunded)}. ` : "";
  const paid = Number(amountPaid) > 0 ? `You've paid ${formatMoneyExact(amountPaid)}. ` : "";
  const disputed = Number(amountDisputed) > 0 ? `${disputedTitle(order)}. ` : "";
  const rest = isUndelivered(order)
    ? "At delivery, we take cash, checks and cards."
    : `${formatMoneyExact(amountDue)} is still due.`;
  return refunded + paid + disputed + rest;
}

/** The cancellation rule, shown while it means a full refund. */
function RefundTerms({ order }: { order: TreeOrder }) {
  if (order.scheduledDeliveryDate) return null;
  return (
    <p className="text-sm text-muted-foreground">
      If you cancel before we set your delivery day, you get it all back.
    </p>
  );
}

/** The payment state of an order that can't be paid here. */
function MoneyNote({ order, level }: { order: TreeOrder; level: "h2" | "h3" }) {
  const note = noteOf(order);
  if (!note) return null;
  return (
    <MoneyPart level={level} title={note.title}>
      <p className="text-sm wrap-anywhere">{note.text}</p>
    </MoneyPart>
  );
}

const REFUND_TIME = "Refunds take 5 to 10 business days to reach your account.";

function noteOf(order: TreeOrder): { title: string; text: ReactNode } | null {
  const { amountPaid, amountRefunded, amountRefunding, overpaid, customerEmail } = order;
  const isCanceled = statusIn("treeOrder", "calledOff", order.status);
  switch (moneyOf(order)) {
    case "callFirst":
      return {
        title: "We'll call you first",
        text: "Your address is outside New Hampshire, where sales tax may apply. We'll confirm your total by phone before you pay anything.",
      };
    case "paying":
      return {
        title: "Payment processing",
        text: isCanceled
          ? "Your bank is still processing your payment. If it goes through, we'll email you what happens next."
          : "Your bank is still processing your payment. You don't need to do anything; please don't pay again.",
      };
    case "paid":
      return {
        title: "Your order is paid",
        text: (
          <>
            We received {formatMoneyExact(amountPaid)} and emailed your receipt to {customerEmail}.
            {Number(overpaid) > 0 && ` You paid ${formatMoneyExact(overpaid)} too much; we'll refund it.`}
          </>
        ),
      };
    case "disputed":
      return { title: disputedTitle(order), text: <DisputedNote disputed={order} /> };
    case "refunding": {
      const rest = Number(overpaid) - Number(amountRefunding);
      return {
        title: `You paid ${formatMoneyExact(amountPaid)}`,
        text:
          `We're refunding ${formatMoneyExact(amountRefunding)} to your card. We'll email you when it's sent. ` +
          REFUND_TIME +
          (rest > 0 ? ` We'll contact you about the other ${formatMoneyExact(rest)}.` : ""),
      };
    }
    case "undecided":
      return {
        title: `You paid ${formatMoneyExact(amountPaid)}`,
        text: (
          <>
            We'll contact you about your payment of {formatMoneyExact(overpaid)}. Questions? Call{" "}
            <PhoneLink />.
          </>
        ),
      };
    case "refunded":
      return {
        title: "Your payment was refunded",
        text: `We refunded ${formatMoneyExact(amountRefunded)}. ${REFUND_TIME}`,
      };
    case "kept":
      return {
        title: `You paid ${formatMoneyExact(amountPaid)}`,
        text: (
          <>
            Questions about this payment? Call <PhoneLink />.
          </>
        ),
      };
    default:
      return null;
  }
}

interface MoneyPartProps {
  level: "h2" | "h3";
  title: string;
  children: ReactNode;
}

function MoneyPart({ level: Heading, title, children }: MoneyPartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Heading className="text-2xl leading-[1.2] wrap-anywhere">{title}</Heading>
      {children}
    </div>
  );
}

function Loading() {
  return (
    <SkeletonRegion label="Loading the payment form" className="grid gap-4">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-60 w-full" />
    </SkeletonRegion>
  );
}
