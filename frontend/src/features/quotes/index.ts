export { commentDraft } from "./components/comment-form";
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
  commentsQuery,
  myQuotesQuery,
  type PricedQuote,
  useAddComment,
  useAnswerQuote,
  waitsForAnswer,
} from "./my-quotes";
export { nextWords } from "./next-words";
export { setQuoteLook } from "./quote-look";
export { requestRows } from "./request-rows";
