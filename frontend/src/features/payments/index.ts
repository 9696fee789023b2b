export { outcomeQuery } from "./api";
export { CardForm } from "./components/card-form";
export { PaymentDone } from "./components/payment-done";
export { Preparing } from "./components/preparing";
export type { Ended, Outcome } from "./outcome";
export { type Awaited, useAwaited } from "./use-awaited";
export { useReturnedOutcome } from "./use-returned-outcome";
