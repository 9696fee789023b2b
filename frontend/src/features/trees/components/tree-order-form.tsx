import { useState } from "react";
import type { TreeOrder } from "~/api/types";
import { loadAhead } from "~/lib/load-part";
import { Form, FormAlerts } from "~/ui/form/form";
import { useSent } from "~/ui/form/use-sent";
import { Honeypot } from "~/ui/honeypot";
import { loadRules, useTreeOrderForm } from "../use-tree-order-form";
import { DeliveryFields } from "./delivery-fields";
import { OrderBar, OrderSummary } from "./order-summary";
import { TreeAddOns } from "./tree-add-ons";
import { TreeChoice } from "./tree-choice";
import { TreeOrderSent } from "./tree-order-sent";

/** The tree order form, replaced by the confirmation after sending. */
export function TreeOrderForm() {
  const [sent, setSent] = useSent<TreeOrder>("tree-order");
  const [isAnother, setAnother] = useState(false);
  const orderAnother = () => {
    setAnother(true);
    setSent(null);
  };
  if (sent) return <TreeOrderSent order={sent.result} isFresh={sent.isFresh} onAgain={orderAnother} />;
  return <OrderForm isAnother={isAnother} onSent={setSent} />;
}

interface OrderFormProps {
  isAnother: boolean;
  onSent: (order: TreeOrder) => void;
}

/** The form: tree, add-ons, delivery and summary. */
function OrderForm({ isAnother, onSent }: OrderFormProps) {
  const order = useTreeOrderForm(onSent);
  const { control, register } = order.form;
  return (
    // post: if the form is submitted before its scripts run, personal data must not end up in the URL.
    <Form
      of={order}
      method="post"
      onFocusCapture={loadAhead(loadRules)}
      className="relative max-lg:[&_:is(input,textarea,button)]:scroll-mb-28"
    >
      <div className="grid gap-10 pb-section lg:grid-cols-[7fr_4.4fr] lg:items-start">
        <div className="grid min-w-0 gap-10">
          <FormAlerts of={order} />
          <TreeChoice control={control} register={register} focused={isAnother} />
          <TreeAddOns register={register} />
          <DeliveryFields of={order} />
        </div>
        <aside aria-label="Your order" className="h-full">
          <OrderSummary control={control} />
        </aside>
      </div>
      <Honeypot {...register("website")} />
      <OrderBar control={control} />
    </Form>
  );
}
