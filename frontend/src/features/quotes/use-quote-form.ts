import { useEffect, useState } from "react";
import { type Path, type UseFormReturn, useForm } from "react-hook-form";
import { errorMessage } from "~/api/errors";
import { useFormDraft } from "~/lib/use-draft";
import { lateResolver, usePublicForm } from "~/lib/use-public-form";
import { toast } from "~/ui/toast";
import { useRequestQuote } from "./api";
import { clearQuoteLook, useQuoteLook } from "./quote-look";
import { requestBody } from "./request-body";
import type { QuoteFormOutput, QuoteFormValues } from "./schemas";

export type QuoteForm = UseFormReturn<QuoteFormValues, unknown, QuoteFormOutput>;

/** The fields in the order they stand in the form, as the summary of mistakes names them. */
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
  preferredStartDate: "preferred start date",
  communicationPreference: "best way to reach you",
  comments: "comments",
  textUpdates: "text updates",
} satisfies Partial<Record<Path<QuoteFormValues>, string>>;

/** Fetches the rules early, when somebody starts on the form. */
export const loadRules = () => import("./rules");

const resolver = lateResolver<QuoteFormValues, QuoteFormOutput>(loadRules);

const bulbNames: Record<string, string> = {
  warm: "warm white",
  cool: "cool white",
  multi: "multicolor",
  "red-green": "red and green",
};

/** Takes over the look from the house, once per press of "Quote this look". */
function useLook({ setValue, getFieldState }: QuoteForm) {
  const look = useQuoteLook();
  useEffect(() => {
    if (!look) return;
    setValue("servicePackage", look.servicePackage);
    if (look.addOns) setValue("addOns", [...look.addOns]);
    const bulbs = look.bulbs && bulbNames[look.bulbs];
    if (bulbs && !getFieldState("comments").isDirty) setValue("comments", `Bulbs: ${bulbs}`);
  }, [look, setValue, getFieldState]);
}

/** A saved address is chosen anew: whoever comes back may be somebody else by then, and so may the list. */
function withoutSavedAddress({ addressId, city, ...rest }: QuoteFormValues): Partial<QuoteFormValues> {
  return addressId ? rest : { ...rest, city };
}

/** State, rules and sending of the quote form. `onSent` runs for visitors; signed-in people go to My Services. */
export function useQuoteForm(onSent?: () => void) {
  // Texts have no defaults: what somebody typed before the scripts arrived must stay.
  const form: QuoteForm = useForm<QuoteFormValues, unknown, QuoteFormOutput>({
    resolver,
    shouldFocusError: false,
    defaultValues: { addOns: [], textUpdates: false, communicationPreference: "email" },
  });
  const [sentCount, setSentCount] = useState(0);
  const requestQuote = useRequestQuote();
  const forgetDraft = useFormDraft(form, "quote", withoutSavedAddress);
  useLook(form);

  const shared = usePublicForm<QuoteFormValues, QuoteFormOutput>({
    form,
    labels: fieldLabels,
    person: { name: "fullName", email: "email" },
    send: (values, idempotencyKey) => requestQuote.mutateAsync({ body: requestBody(values), idempotencyKey }),
    onFailed: (error) =>
      toast({ title: "Submission Failed", description: errorMessage(error), variant: "destructive" }),
    onSent: () => {
      forgetDraft();
      clearQuoteLook();
      setSentCount((count) => count + 1);
      toast({
        title: "Quote Request Submitted!",
        description: "We'll contact you within 24 hours with your detailed quote.",
      });
      if (!shared.user) onSent?.();
    },
  });
  return { ...shared, sentCount };
}
