export { invoicePdfPath, invoiceQuery, isDue, myInvoicesQuery } from "./api";
