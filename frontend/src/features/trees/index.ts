export { deliveredHow, orderRows, PAY_ON_DELIVERY } from "./order-rows";
