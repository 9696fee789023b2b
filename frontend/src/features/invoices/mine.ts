export { MyInvoices as default } from "./components/my-invoices";
