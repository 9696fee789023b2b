import type { components } from "./schema.gen";

/** Short names for the requests and answers of the generated schema. */
type Schemas = components["schemas"];

export type Address = Schemas["Address"];
export type AddressRequest = Schemas["AddressRequest"];
export type CardUpdate = Schemas["CardUpdate"];
export type Challenge = Schemas["Challenge"];
export type ClientSecret = Schemas["ClientSecret"];
export type Comment = Schemas["Comment"];
export type CurrentUser = Schemas["CurrentUser"];
export type DeskJob = Schemas["DeskJob"];
/** As the desk gets it; customers' own lists omit the owner. */
export type DeskStorageSubscription = Required<Schemas["DeskStorageSubscription"]>;
export type Invoice = Schemas["Invoice"];
export type InvoicePayment = Schemas["InvoicePayment"];
export type Job = Schemas["Job"];
export type JobChange = Schemas["PatchedJobRevisionRequest"];
export type JobRequest = Schemas["JobRequest"];
export type Mrr = Schemas["Mrr"];
export type Payment = Schemas["Payment"];
export type PaymentRecord = Schemas["PaymentRecordRequest"];
export type PaymentsConfig = Schemas["PaymentsConfig"];
export type PlanPreview = Schemas["Preview"];
export type Profile = Schemas["PatchedProfileRequest"];
export type Quote = Schemas["Quote"];
export type QuoteFigures = Schemas["QuoteFigures"];
export type QuoteRequest = Schemas["QuoteRequest"];
export type RevisedJob = Schemas["RevisedJob"];
export type SeasonFigures = Schemas["SeasonFigures"];
export type ServicePackage = Schemas["ServicePackage"];
export type StoragePlanId = Schemas["StoragePlanId"];
export type StorageSubscription = Schemas["StorageSubscription"];
export type StripeEvent = Schemas["StripeEvent"];
export type Subscribed = Schemas["Subscribed"];
export type SubscriptionFigures = Schemas["SubscriptionFigures"];
export type TreeOrder = Schemas["TreeOrder"];
