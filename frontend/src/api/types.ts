import type { components } from "./schema.gen";

/** Short names for the bodies of requests and responses in the generated schema. */
type Schemas = components["schemas"];

export type Address = Schemas["Address"];
export type Challenge = Schemas["Challenge"];
export type Comment = Schemas["Comment"];
export type CurrentUser = Schemas["CurrentUser"];
export type DeskJob = Schemas["DeskJob"];
export type DeskQuote = Schemas["DeskQuote"];
export type DeskStorageSubscription = Schemas["DeskStorageSubscription"];
export type DeskTreeOrder = Schemas["DeskTreeOrder"];
export type Estimate = Schemas["Estimate"];
export type EstimateRequest = Schemas["EstimateRequest"];
export type Invoice = Schemas["Invoice"];
export type InvoicePayment = Schemas["InvoicePayment"];
export type Job = Schemas["Job"];
export type JobChange = Schemas["PatchedJobRevisionRequest"];
export type JobRequest = Schemas["JobRequest"];
export type Look = Schemas["Look"];
export type Mrr = Schemas["Mrr"];
export type Payment = Schemas["Payment"];
export type PlanPreview = Schemas["Preview"];
export type Quote = Schemas["Quote"];
export type QuoteChange = Schemas["PatchedQuoteRevisionRequest"];
export type QuoteMetrics = Schemas["QuoteMetrics"];
export type QuoteProgress = Schemas["Progress"];
export type QuoteRequest = Schemas["QuoteRequest"];
export type RevisedJob = Schemas["RevisedJob"];
export type SeasonMetrics = Schemas["SeasonMetrics"];
export type ServicePackage = Schemas["ServicePackage"];
export type StoragePlanId = Schemas["StoragePlanId"];
export type StorageSubscription = Schemas["StorageSubscription"];
export type StripeEvent = Schemas["StripeEvent"];
export type SubscriptionMetrics = Schemas["SubscriptionMetrics"];
export type TreeOrder = Schemas["TreeOrder"];
export type TreeOrderChange = Schemas["PatchedTreeOrderChangesRequest"];
