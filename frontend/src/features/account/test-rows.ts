import { anEstimate, aProgress, aQuote } from "~/test/rows";

export const uuid = (end: string) => `0198a000-0000-7000-8000-0000${end}`;

/** A quote request that waits for its price. */
export const basic = aQuote({
  id: uuid("b7701e52"),
  servicePackage: "basic",
  city: "Rye",
  streetAddress: "",
  squareFootage: 1810,
  preferredStartDate: "2026-12-09",
  addOns: ["timers", "storage"],
  status: "pending",
  quoteAmount: null,
  estimate: anEstimate({ low: 415, high: 690 }),
  createdAt: "2026-11-23T16:30:00Z",
  progress: aProgress({ step: "requested", next: "price", by: "2026-11-24T16:30:00Z" }),
});
