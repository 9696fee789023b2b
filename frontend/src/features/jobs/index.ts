export { calendarPath, visitFacts, visitName, withoutDay } from "./api";
