export { MyPayments as default } from "./components/my-payments";
