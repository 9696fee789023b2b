import { useEffect, useState } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Quote } from "~/api/types";
import { paths } from "~/lib/paths";
import { lazyResolver } from "~/ui/form/lazy-resolver";
import { useAppForm } from "~/ui/form/use-app-form";
import { usePrefill } from "~/ui/form/use-prefill";
import { toast } from "~/ui/toast";
import { useRequestQuote } from "./api";
import { forgetHouse } from "./estimate/house";
import { clearQuoteLook, designOf, isDesign, useQuoteLook } from "./quote-look";
import { requestBody } from "./request-body";
import type { QuoteFormOutput, QuoteFormValues } from "./schemas";

export type QuoteFields = UseFormReturn<QuoteFormValues, unknown, QuoteFormOutput>;

const fieldLabels = {
  fullName: "full name",
  phone: "phone number",
  email: "email",
  addressId: "saved address",
  city: "city",
  streetAddress: "street address",
  servicePackage: "service package",
  addOns: "add-ons",
  squareFootage: "square footage",
  storeys: "stories",
  frontWidthFeet: "front width",
  preferredStartDate: "preferred start date",
  communicationPreference: "best way to reach you",
  comments: "comments",
  textUpdates: "text updates",
  heardFrom: "how you heard about us",
} satisfies Partial<Record<Path<QuoteFormValues>, string>>;

/** Load the rules early, when someone starts to fill in the form. */
export const loadRules = () => import("./rules");

const resolver = lazyResolver<QuoteFormValues, QuoteFormOutput>(loadRules);

/**
 * Take over the look chosen on the landing page. Return whether the draft has a look that can't be read, such as one
 * from another version of this site. The form then continues without it.
 */
function useLook({ setValue, getValues }: QuoteFields): boolean {
  const look = useQuoteLook();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!look) return;
    const design = designOf(look);
    setValue("servicePackage", look.servicePackage);
    if (look.addOns) setValue("addOns", [...look.addOns]);
    if (design) setValue("design", design);
    clearQuoteLook();
  }, [look, setValue]);
  // This runs after `useAppForm` has restored the draft.
  useEffect(() => {
    const design = getValues("design");
    if (design === undefined || isDesign(design)) return;
    setValue("design", undefined);
    setLost(true);
  }, [getValues, setValue]);
  return isLost;
}

/** Store everything except the honeypot and a saved address, since the next person to sign in has other addresses. */
function keep({ website: _, addressId, city, ...rest }: QuoteFormValues): Partial<QuoteFormValues> {
  return addressId ? rest : { ...rest, city };
}

/** Return the state, rules and sending of the quote form. `onSent` runs for visitors; customers go to My Services. */
export function useQuoteForm(onSent: (quote: Quote) => void) {
  const requestQuote = useRequestQuote();
  const navigate = useNavigate();
  const shared = useAppForm<QuoteFormValues, QuoteFormOutput, Quote>({
    resolver,
    // Text fields have no defaults, which would overwrite what was typed before the scripts ran.
    defaults: { addOns: [], textUpdates: false, communicationPreference: "email" },
    draft: "quote",
    keep,
    labels: fieldLabels,
    send: (values, idempotencyKey) => requestQuote.mutateAsync({ body: requestBody(values), idempotencyKey }),
    failed: { title: "Submission Failed" },
    onSent: (quote) => {
      forgetHouse();
      toast({
        title: "Quote Request Submitted!",
        description: "We'll contact you within 24 hours with your detailed quote.",
      });
      // Not the current user, whose lookup may still be in progress.
      if (quote.userId) navigate(paths.myServices);
      else onSent(quote);
    },
  });
  const lookIsLost = useLook(shared.form);
  usePrefill(shared.form, { name: "fullName", email: "email", phone: "phone" });
  return { ...shared, lookIsLost };
}

export type QuoteForm = ReturnType<typeof useQuoteForm>;
