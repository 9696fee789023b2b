import { useQuery } from "@tanstack/react-query";
import type { Invoice } from "~/api/types";
import { NotLoaded } from "~/ui/not-loaded";
import { PaymentList } from "../shared/payment-list";
import { invoicePaymentsQuery, useReversePayment } from "./api";

/** An invoice's payments, oldest first. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const payments = useQuery(invoicePaymentsQuery(invoice.id));
  const { data } = payments;
  const reverse = useReversePayment();
  if (!data) return <NotLoaded query={payments} name="the payments" bar="h-4 w-3/5" />;
  return (
    <PaymentList
      payments={data}
      document={invoice.invoiceNumber}
      customerName={invoice.billToName}
      takeBack={(payment, note) => reverse.mutateAsync({ id: invoice.id, payment, note })}
    />
  );
}
