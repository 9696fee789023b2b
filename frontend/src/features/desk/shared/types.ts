import type { components } from "~/api/schema.gen";

/** Short names for the desk's own requests and answers of the generated schema. */
type Schemas = components["schemas"];

export type BulkResult = Schemas["BulkStatus"];
export type Call = Schemas["Call"];
export type CallOutcome = Schemas["CallOutcome"];
export type Customer = Schemas["Customer"];
export type CustomerRow = Schemas["CustomerRow"];
export type DaySheet = Schemas["DaySheet"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type PromiseFigures = Schemas["DeskPromise"];
export type QueueItem = Schemas["QueueItem"];
