export { DeferredQuoteForm as QuoteForm } from "./components/deferred-quote-form";
export { MyQuotes } from "./components/my-quotes";
export { NextSteps } from "./components/next-steps";
export { myQuotesQuery, waitsForAnswer } from "./my-quotes";
