export { isDue, myInvoicesQuery } from "./api";
export { MyInvoices } from "./components/my-invoices";
