export { MyQuotes } from "./components/my-quotes";
export { myQuotesQuery, waitsForAnswer } from "./my-quotes";
