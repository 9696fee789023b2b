export { DeferredQuoteForm as QuoteForm } from "./components/deferred-quote-form";
export { NextSteps } from "./components/next-steps";
