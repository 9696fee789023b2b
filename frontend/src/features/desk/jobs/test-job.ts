import type { DeskJob } from "~/api/types";
import { aJob } from "~/test/rows";

/** A visit as the desk sees it. */
export function aDeskJob({ quote, ...changes }: Partial<DeskJob> = {}): DeskJob {
  return {
    ...aJob(),
    id: "0198a000-0000-7000-8000-0000c90a4418",
    quoteId: "0198a000-0000-7000-8000-0000a41f09c2",
    user: { firstName: "Eleanor", email: "eleanor@example.com" },
    ...changes,
    quote: {
      servicePackage: "premium",
      city: "Portsmouth",
      quoteAmount: "875.00",
      fullName: "Eleanor Hayes",
      email: "eleanor@example.com",
      phone: "603-555-0172",
      streetAddress: "41 Marcy Street",
      status: "service_scheduled",
      ...quote,
    },
  };
}
