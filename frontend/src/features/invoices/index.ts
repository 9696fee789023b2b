export {
  canPayByCard,
  invoicePdfPath,
  invoiceQuery,
  isDepositDue,
  isDisputed,
  isDue,
  isRestToCome,
  moneyWords,
  owedWords,
  REST_DUE,
  restLater,
  TOO_LITTLE_FOR_CARDS,
} from "./api";
