export { invoicePdfPath, invoiceQuery, isDue } from "./api";
