export { OrderMoneyBadge } from "./components/order-money-badge";
export { OrderPayment } from "./components/order-payment";
export { moneyOf, type OrderMoney } from "./order-money";
export { deliveredHow, orderRows } from "./order-rows";
