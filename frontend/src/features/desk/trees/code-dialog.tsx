import { QrCode as QrIcon } from "lucide-react";
import { useState } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { formatMoneyExact, shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { ErrorState } from "~/ui/error-state";
import { SkeletonRegion } from "~/ui/skeleton";
import { useAwaitPayment, usePaymentCodes } from "./api";
import { QrCode } from "./qr-code";

/** The button that shows an order's QR code, for a customer at the door. Each press makes a new private link. */
export function CodeDialog({ order }: { order: DeskTreeOrder }) {
  const [open, setOpen] = useState(false);
  const codes = usePaymentCodes();
  // Stays true during a retry, so that "Try again" keeps the focus.
  const [hasFailed, setHasFailed] = useState(false);
  const create = () =>
    codes.mutate([order.id], { onError: () => setHasFailed(true), onSuccess: () => setHasFailed(false) });
  const show = () => {
    setHasFailed(false);
    setOpen(true);
    create();
  };
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Show QR code of order ${shortId(order.id)}, ${order.customerName}`}
        onClick={show}
      >
        <QrIcon className="size-[1.25em]" />
        Show QR code
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Pay ${formatMoneyExact(order.amountDue)} by card`}
        description={
          <span className="wrap-anywhere">{order.customerName} scans this code with their phone.</span>
        }
      >
        <Code order={order} codes={codes} hasFailed={hasFailed} onRetry={create} />
      </Dialog>
    </>
  );
}

interface CodeProps {
  order: DeskTreeOrder;
  codes: ReturnType<typeof usePaymentCodes>;
  hasFailed: boolean;
  onRetry: () => void;
}

function Code({ order, codes: { data, isPending }, hasFailed, onRetry }: CodeProps) {
  useAwaitPayment(order);
  const query = { refetch: onRetry, isFetching: isPending };
  if (hasFailed) return <ErrorState atDesk title="We couldn't make the QR code" query={query} />;
  if (!data || isPending) {
    return <SkeletonRegion label="Making the QR code" bar="mx-auto aspect-square w-full max-w-72" />;
  }
  const [code] = data;
  if (!code) return <p role="status">This order can't be paid by card anymore.</p>;
  return (
    <QrCode
      code={code}
      label={`QR code to pay ${formatMoneyExact(order.amountDue)} for order ${shortId(order.id)}`}
      className="mx-auto w-full max-w-72 rounded-md border border-border"
    />
  );
}
