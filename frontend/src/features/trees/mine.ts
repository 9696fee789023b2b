export { MyTreeOrders as default } from "./components/my-tree-orders";
