import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { campaignOfVisit } from "~/lib/campaign";
import { type TreeOrderFormOutput, type TreeOrderFormValues, treeOrderSchema } from "./schemas";

const resolveTreeOrder = zodResolver(treeOrderSchema);

/** The rules as a resolver for react-hook-form. They load when the person starts to fill in the form. */
export const resolver: Resolver<TreeOrderFormValues, unknown, TreeOrderFormOutput> = (
  values,
  context,
  options,
) =>
  // The campaign is part of the values, since an idempotency key covers everything that is sent.
  resolveTreeOrder({ ...values, campaign: campaignOfVisit() }, context, options);
