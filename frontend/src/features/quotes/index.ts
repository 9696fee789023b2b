export { commentDraft } from "./comment-draft";
export { DeferredQuoteForm } from "./components/deferred-quote-form";
export { NextSteps } from "./components/next-steps";
export { NextSentence, ReplyNote } from "./components/quote-next";
export { QuoteSteps } from "./components/quote-steps";
export { OpenThread, QuoteThread } from "./components/quote-thread";
export { EstimateLines } from "./estimate/estimate-lines";
export { EstimatePrice } from "./estimate/estimate-price";
export { tapHouse, useHouse } from "./estimate/house";
export { HouseChoices } from "./estimate/house-choices";
export { SentEstimate } from "./estimate/sent-estimate";
export {
  canAnswer,
  canAskAgain,
  commentsQuery,
  isDeclined,
  type PricedQuote,
  quotePdfPath,
  quoteQuery,
  useAddComment,
  waitsForAnswer,
} from "./my-quotes";
export { type NextWords, nextWords } from "./next-words";
export { AcceptForm } from "./proposal/accept-form";
export { Accepted } from "./proposal/accepted";
export { AskAgain } from "./proposal/ask-again";
export { DeclineQuote } from "./proposal/decline-quote";
export { depositTerms } from "./proposal/deposit-terms";
export { ChangedWhileOpen, QuoteChanges } from "./proposal/offer-notes";
export { OfferSum } from "./proposal/offer-sum";
export { AgreeToTerms, Terms } from "./proposal/terms";
export { type Choices, useChoices } from "./proposal/use-choices";
export { setQuoteLook } from "./quote-look";
export { requestRows } from "./request-rows";
