import MyInvoices from "~/features/invoices/mine";
import MyPayments from "~/features/payments/mine";

/** The customer's invoices, payments with receipts, and saved cards. */
export default function MyMoney() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <MyInvoices />
      <MyPayments />
    </div>
  );
}
