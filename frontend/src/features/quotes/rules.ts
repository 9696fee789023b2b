import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { campaignOfVisit } from "~/lib/campaign";
import { cityOf } from "./request-body";
import { type QuoteFormOutput, type QuoteFormValues, quoteSchema } from "./schemas";

const byTheRules = zodResolver(quoteSchema);

/** The rules as a resolver for react-hook-form. They load when the person starts to fill in the form. */
export const resolver: Resolver<QuoteFormValues, unknown, QuoteFormOutput> = (values, context, options) =>
  byTheRules(
    {
      ...values,
      city: cityOf(values),
      // A radio group without a choice holds null, which is how the form says "missing".
      servicePackage: values.servicePackage ?? undefined,
      // Among the values, since an idempotency key stands for all that is sent.
      campaign: campaignOfVisit(),
    },
    context,
    options,
  );
