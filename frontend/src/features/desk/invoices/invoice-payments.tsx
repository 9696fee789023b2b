import { useQuery } from "@tanstack/react-query";
import type { Invoice } from "~/api/types";
import { FormAlert } from "~/ui/alert";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { PaymentList } from "../shared/payment-list";
import { invoicePaymentsQuery, useTakeBack } from "./api";

/** An invoice's payments, oldest first. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { data, isError } = useQuery(invoicePaymentsQuery(invoice.id));
  const takeBack = useTakeBack();
  if (!data && isError) return <FormAlert>We couldn't load the payments.</FormAlert>;
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
      takeBack={(payment, note) => takeBack.mutateAsync({ id: invoice.id, payment, note })}
    />
  );
}
