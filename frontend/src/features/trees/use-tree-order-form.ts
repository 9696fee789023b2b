import { useEffect, useRef, useState } from "react";
import { type Path, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import { focusFirstInvalid, landServerErrors } from "~/lib/form-errors";
import { paths } from "~/lib/paths";
import { toast } from "~/ui/toast";
import { usePlaceTreeOrder } from "./api";
import type { TreeOrderFormOutput, TreeOrderFormValues } from "./schemas";

export type TreeOrderForm = UseFormReturn<TreeOrderFormValues, unknown, TreeOrderFormOutput>;

/** The fields in the order they stand on the page, as the summary of mistakes names them. */
const fieldLabels = {
  treeSize: "tree",
  includeTreeStand: "tree stand",
  includeTreeLights: "tree lights",
  includeWreaths: "wreaths",
  includeDisposal: "tree disposal",
  customerName: "full name",
  customerEmail: "email",
  customerPhone: "phone",
  addressLine1: "street address",
  addressLine2: "apartment, suite or unit",
  city: "city",
  state: "state",
  zipCode: "ZIP",
  preferredDeliveryDate: "preferred delivery date",
  notes: "special instructions",
} satisfies Partial<Record<Path<TreeOrderFormValues>, string>>;

const fieldNames = Object.keys(fieldLabels) as (keyof typeof fieldLabels)[];

/** Fetches the rules early, when somebody starts on the form. */
export const loadRules = () => import("./rules");

const resolver: Resolver<TreeOrderFormValues, unknown, TreeOrderFormOutput> = async (
  values,
  context,
  options,
) => {
  const rules = await loadRules().catch(() => null);
  // The connection broke before the rules came: the server has the same ones and says so in the same words.
  if (!rules) return { values: values as TreeOrderFormOutput, errors: {} };
  return rules.resolver(values, context, options);
};

/** Writes the signed-in person's name and e-mail address into the form, never over something typed. */
function usePrefill({ resetField, getValues }: TreeOrderForm) {
  const { user } = useCurrentUser();
  useEffect(() => {
    if (!user) return;
    const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
    if (name && !getValues("customerName")) resetField("customerName", { defaultValue: name });
    if (!getValues("customerEmail")) resetField("customerEmail", { defaultValue: user.email });
  }, [user, resetField, getValues]);
}

function sayFailed(error: unknown) {
  const said = error instanceof ApiError ? error.serverMessage : undefined;
  toast({
    title: "Order Failed",
    description: said || "Please try again or contact us directly.",
    variant: "destructive",
  });
}

/** State, rules and sending of the tree order form. Signed-in people are led to My Services afterwards. */
export function useTreeOrderForm() {
  // Texts have no defaults: what somebody typed before the scripts arrived must stay.
  const form: TreeOrderForm = useForm<TreeOrderFormValues, unknown, TreeOrderFormOutput>({
    resolver,
    shouldFocusError: false,
    defaultValues: {
      treeSize: "modest_6ft",
      includeTreeStand: false,
      includeTreeLights: false,
      includeWreaths: false,
      includeDisposal: false,
    },
  });
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const idempotencyKey = useIdempotencyKey();
  const placeOrder = usePlaceTreeOrder();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  usePrefill(form);

  const { submitCount, errors } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not with every corrected field
  useEffect(() => {
    if (submitCount === 0 || !element.current) return;
    if (!focusFirstInvalid(element.current) && problem) alert.current?.focus();
  }, [submitCount]);

  const send = async (order: TreeOrderFormOutput) => {
    setProblem(null);
    try {
      await placeOrder.mutateAsync({ order, idempotencyKey: idempotencyKey.get() });
    } catch (error) {
      // The key was used for other answers: what stands in the form now is a new order.
      if (error instanceof ApiError && error.status === 409) idempotencyKey.renew();
      setProblem(landServerErrors(error, fieldNames, form.setError));
      sayFailed(error);
      return;
    }
    idempotencyKey.renew();
    toast({
      title: "Order Submitted!",
      description: "We'll contact you shortly to schedule your tree delivery.",
    });
    form.reset();
    if (user) navigate(paths.myServices);
  };

  return {
    form,
    element,
    alert,
    wrong: fieldNames.filter((name) => errors[name]).map((name) => fieldLabels[name]),
    problem,
    submit: form.handleSubmit(send, () => setProblem(null)),
  };
}
