export { MyQuotes as default } from "./components/my-quotes";
