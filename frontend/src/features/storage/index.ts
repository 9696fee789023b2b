export { StoragePricing } from "./components/storage-pricing";
