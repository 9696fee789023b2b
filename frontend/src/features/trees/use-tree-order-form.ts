import type { Path } from "react-hook-form";
import { useNavigate } from "react-router";
import type { TreeOrder } from "~/api/types";
import { paths } from "~/lib/paths";
import { lazyResolver } from "~/ui/form/lazy-resolver";
import { useAppForm } from "~/ui/form/use-app-form";
import { usePrefill } from "~/ui/form/use-prefill";
import { toast } from "~/ui/toast";
import { usePlaceTreeOrder } from "./api";
import type { TreeOrderFormOutput, TreeOrderFormValues } from "./schemas";

const fieldLabels = {
  treeSize: "tree",
  includeTreeStand: "tree stand",
  includeTreeLights: "tree lights",
  includeWreaths: "wreaths",
  includeDisposal: "tree disposal",
  textUpdates: "text updates",
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
  heardFrom: "how you heard about us",
} satisfies Partial<Record<Path<TreeOrderFormValues>, string>>;

/** Load the rules early, when someone starts to fill in the form. */
export const loadRules = () => import("./rules");

const resolver = lazyResolver<TreeOrderFormValues, TreeOrderFormOutput>(loadRules);

/** The initial value of the state field. */
export const HOME_STATE = "NH";

/** Store everything except the honeypot, and the state only if it was changed. */
function keep({ website: _, state, ...rest }: TreeOrderFormValues): Partial<TreeOrderFormValues> {
  return state === HOME_STATE ? rest : { ...rest, state };
}

/**
 * Return the state, rules and sending of the tree order form. `onSent` runs for visitors; customers go to My Services.
 */
export function useTreeOrderForm(onSent: (order: TreeOrder) => void) {
  const placeOrder = usePlaceTreeOrder();
  const navigate = useNavigate();
  const shared = useAppForm<TreeOrderFormValues, TreeOrderFormOutput, TreeOrder>({
    resolver,
    // Text fields have no defaults, which would overwrite what was typed before the scripts ran.
    defaults: {
      treeSize: "modest_6ft",
      includeTreeStand: false,
      includeTreeLights: false,
      includeWreaths: false,
      includeDisposal: false,
      textUpdates: false,
    },
    draft: "tree-order",
    keep,
    labels: fieldLabels,
    send: (order, idempotencyKey) => placeOrder.mutateAsync({ order, idempotencyKey }),
    failed: {
      title: "Order Failed",
      description: "Please try again or contact us directly.",
      problem: "Failed to create order",
    },
    onSent: (order) => {
      toast({
        title: "Order Submitted!",
        description: "We'll contact you shortly to schedule your tree delivery.",
      });
      // Not the current user, whose lookup may still be in progress.
      if (order.userId) navigate(paths.myServices);
      else onSent(order);
    },
  });
  usePrefill(shared.form, {
    name: "customerName",
    email: "customerEmail",
    phone: "customerPhone",
  });
  return shared;
}

export type TreeOrderForm = ReturnType<typeof useTreeOrderForm>;
