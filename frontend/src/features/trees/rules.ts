import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { campaignOfVisit } from "~/lib/campaign";
import { type TreeOrderFormOutput, type TreeOrderFormValues, treeOrderSchema } from "./schemas";

const byTheRules = zodResolver(treeOrderSchema);

/** The rules as react-hook-form wants them. Loaded when somebody starts on the form. */
export const resolver: Resolver<TreeOrderFormValues, unknown, TreeOrderFormOutput> = (
  values,
  context,
  options,
) =>
  // The campaign is among the values, since an idempotency key stands for all that is sent.
  byTheRules({ ...values, campaign: campaignOfVisit() }, context, options);
