export { MyStorage } from "./components/my-storage";
