export { MyStorage as default } from "./components/my-storage";
