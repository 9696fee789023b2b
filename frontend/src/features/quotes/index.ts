export { DeferredQuoteForm } from "./components/deferred-quote-form";
export { NextSteps } from "./components/next-steps";
export { QuoteThread } from "./components/quote-thread";
export { EstimateLines } from "./estimate/estimate-lines";
export { EstimatePrice } from "./estimate/estimate-price";
export { tapHouse, useHouse } from "./estimate/house";
export { HouseChoices } from "./estimate/house-choices";
export { myQuotesQuery, waitsForAnswer } from "./my-quotes";
export { setQuoteLook } from "./quote-look";
