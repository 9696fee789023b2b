export { invoicePdfPath, invoiceQuery, isDepositDue, isDue, REST_DUE, restLater } from "./api";
