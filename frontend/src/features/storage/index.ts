export { MyStorage } from "./components/my-storage";
export { StoragePricing } from "./components/storage-pricing";
