export { DeferredQuoteForm } from "./components/deferred-quote-form";
export { NextSteps } from "./components/next-steps";
export { QuoteThread } from "./components/quote-thread";
export { setQuoteLook } from "./quote-look";
