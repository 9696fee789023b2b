import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import * as z from "zod";
import { campaignOfVisit } from "~/lib/campaign";
import { cityOf } from "./request-body";
import { type QuoteFormOutput, type QuoteFormValues, quoteSchema } from "./schemas";

const resolveQuote = zodResolver(quoteSchema);
/** While "Saved address" is selected without an address, that is what is missing, not the city, which follows from it. */
const resolveWithoutAddress = zodResolver(
  quoteSchema.extend({
    addressId: quoteSchema.shape.addressId.refine(Boolean, { error: "Choose an address" }),
    city: z.string(),
  }),
);

/** The rules as a resolver for react-hook-form. They load when the person starts to fill in the form. */
export const resolver: Resolver<QuoteFormValues, unknown, QuoteFormOutput> = (values, context, options) =>
  (values.addressId === "" ? resolveWithoutAddress : resolveQuote)(
    {
      ...values,
      city: cityOf(values),
      // Part of the values, since an idempotency key covers everything that is sent.
      campaign: campaignOfVisit(),
    },
    context,
    options,
  );
