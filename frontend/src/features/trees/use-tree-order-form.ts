import { type Path, type UseFormReturn, useForm } from "react-hook-form";
import { ApiError } from "~/api/errors";
import { lateResolver, usePublicForm } from "~/lib/use-public-form";
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

/** Fetches the rules early, when somebody starts on the form. */
export const loadRules = () => import("./rules");

const resolver = lateResolver<TreeOrderFormValues, TreeOrderFormOutput>(loadRules);

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
  const placeOrder = usePlaceTreeOrder();

  return usePublicForm<TreeOrderFormValues, TreeOrderFormOutput>({
    form,
    labels: fieldLabels,
    person: { name: "customerName", email: "customerEmail" },
    send: (order, idempotencyKey) => placeOrder.mutateAsync({ order, idempotencyKey }),
    onFailed: sayFailed,
    onSent: () =>
      toast({
        title: "Order Submitted!",
        description: "We'll contact you shortly to schedule your tree delivery.",
      }),
  });
}
