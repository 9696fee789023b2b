export { calendarPath } from "./api";
