import type { components } from "~/api/schema.gen";

/** Short names for the bodies of the desk's own requests and responses in the generated schema. */
type Schemas = components["schemas"];

export type BatchSend = Schemas["BatchSend"];
export type BulkStatus = Schemas["BulkStatus"];
export type LoggedCall = Schemas["Call"];
export type CallOutcome = Schemas["CallOutcome"];
export type Customer = Schemas["Customer"];
export type CustomerRow = Schemas["CustomerRow"];
export type DaySheet = Schemas["DaySheet"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type InstallationCheck = Schemas["InstallationCheck"];
export type OutboxMessage = Schemas["Message"];
export type MessagePreview = Schemas["MessagePreview"];
export type PaymentCode = Schemas["PaymentCode"];
export type QueueItem = Schemas["QueueItem"];
export type QueueKind = Schemas["QueueKind"];
export type DeskSearch = Schemas["Search"];
export type SearchMatch = DeskSearch["quotes"][number];
export type Suggestion = Schemas["Suggestion"];
export type SavedReply = Schemas["SavedReply"];
