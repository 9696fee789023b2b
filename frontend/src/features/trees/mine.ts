export { MyTreeOrders } from "./components/my-tree-orders";
