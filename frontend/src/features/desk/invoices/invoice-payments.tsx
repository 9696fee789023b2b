import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import type { Invoice } from "~/api/types";
import { LoadFailed } from "~/ui/load-failed";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { PaymentList } from "../shared/payment-list";
import { invoicePaymentsQuery, useReversePayment } from "./api";

/** An invoice's payments, oldest first. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const payments = useQuery(invoicePaymentsQuery(invoice.id));
  const { data } = payments;
  const reverse = useReversePayment();
  if (hasFailed(payments)) return <LoadFailed query={payments}>We couldn't load the payments.</LoadFailed>;
  if (!data) {
    return (
      <SkeletonRegion label="Loading the payments">
        <Skeleton className="h-4 w-3/5" />
      </SkeletonRegion>
    );
  }
  return (
    <PaymentList
      payments={data}
      document={invoice.invoiceNumber}
      customerName={invoice.billToName}
      takeBack={(payment, note) => reverse.mutateAsync({ id: invoice.id, payment, note })}
    />
  );
}
