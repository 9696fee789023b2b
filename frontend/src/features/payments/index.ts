export { outcomeQuery } from "./api";
export { CardForm } from "./components/card-form";
export { DepositPayment } from "./components/deposit-payment";
export { PaymentDone } from "./components/payment-done";
export { Preparing } from "./components/preparing";
export { TreePayment } from "./components/tree-payment";
export type { Ended, Outcome } from "./outcome";
export { type ConfirmationState, useConfirmation } from "./use-confirmation";
export { useReturnedOutcome } from "./use-returned-outcome";
