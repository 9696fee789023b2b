import { useEffect, useRef, useState } from "react";
import { type Path, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { ApiError, errorMessage } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import { focusFirstInvalid, landServerErrors } from "~/lib/form-errors";
import { paths } from "~/lib/paths";
import { clearQuoteLook, useQuoteLook } from "~/lib/quote-look";
import { useFormDraft } from "~/lib/use-draft";
import { toast } from "~/ui/toast";
import { useRequestQuote } from "./api";
import { requestBody } from "./request-body";
import type { QuoteFormOutput, QuoteFormValues } from "./schemas";

export type QuoteForm = UseFormReturn<QuoteFormValues, unknown, QuoteFormOutput>;

/** The fields in the order they stand in the form, as the summary of mistakes names them. */
export const fieldLabels = {
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

const fieldNames = Object.keys(fieldLabels) as (keyof typeof fieldLabels)[];

/** Fetches the rules early, when somebody starts on the form. */
export const loadRules = () => import("./rules");

const resolver: Resolver<QuoteFormValues, unknown, QuoteFormOutput> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  // The connection broke before the rules came: the server has the same ones and says so in the same words.
  if (!rules) return { values: values as QuoteFormOutput, errors: {} };
  return rules.resolver(values, context, options);
};

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

/** Writes the signed-in person's name and e-mail address into the form, never over something typed. */
function usePrefill({ resetField, getValues }: QuoteForm) {
  const { user } = useCurrentUser();
  useEffect(() => {
    if (!user) return;
    const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
    if (name && !getValues("fullName")) resetField("fullName", { defaultValue: name });
    if (!getValues("email")) resetField("email", { defaultValue: user.email });
  }, [user, resetField, getValues]);
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
  const [problem, setProblem] = useState<string | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const idempotencyKey = useIdempotencyKey();
  const requestQuote = useRequestQuote();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const forgetDraft = useFormDraft(form, "quote", withoutSavedAddress);
  useLook(form);
  usePrefill(form);

  const { submitCount, errors } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not with every corrected field
  useEffect(() => {
    if (submitCount === 0 || !element.current) return;
    if (!focusFirstInvalid(element.current) && problem) alert.current?.focus();
  }, [submitCount]);

  const send = async (values: QuoteFormOutput) => {
    setProblem(null);
    try {
      await requestQuote.mutateAsync({ body: requestBody(values), idempotencyKey: idempotencyKey.get() });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) idempotencyKey.renew();
      setProblem(landServerErrors(error, fieldNames, form.setError));
      toast({ title: "Submission Failed", description: errorMessage(error), variant: "destructive" });
      return;
    }
    idempotencyKey.renew();
    forgetDraft();
    toast({
      title: "Quote Request Submitted!",
      description: "We'll contact you within 24 hours with your detailed quote.",
    });
    form.reset();
    clearQuoteLook();
    setSentCount((count) => count + 1);
    if (user) navigate(paths.myServices);
    else onSent?.();
  };

  const wrong = fieldNames.filter((name) => errors[name]).map((name) => fieldLabels[name]);
  return {
    form,
    element,
    alert,
    wrong,
    problem,
    sentCount,
    submit: form.handleSubmit(send, () => setProblem(null)),
  };
}
