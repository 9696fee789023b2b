export { calendarPath, visitName } from "./api";
