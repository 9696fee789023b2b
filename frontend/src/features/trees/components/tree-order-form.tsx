import { needsAnotherLook } from "~/lib/form-errors";
import { FormAlert } from "~/ui/alert";
import { Honeypot } from "~/ui/honeypot";
import { loadRules, useTreeOrderForm } from "../use-tree-order-form";
import { DeliveryFields } from "./delivery-fields";
import { OrderBar, OrderSummary } from "./order-summary";
import { TreeAddOns } from "./tree-add-ons";
import { TreeChoice } from "./tree-choice";

/** The whole order: tree, add-ons, delivery, and what it costs. */
export function TreeOrderForm() {
  const { form, element, alert, wrong, problem, submit } = useTreeOrderForm();
  const { control, register, formState } = form;
  const pending = formState.isSubmitting;
  return (
    // post: sent before the scripts came, no name or address may end up in the page's address.
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={submit}
      onFocusCapture={loadRules}
      className="relative max-lg:[&_:is(input,textarea,button)]:scroll-mb-28"
    >
      <div className="grid gap-10 pb-section lg:grid-cols-[7fr_4.4fr] lg:items-start">
        <div className="grid min-w-0 gap-10">
          {wrong.length > 0 && <FormAlert>{needsAnotherLook(wrong)}</FormAlert>}
          {problem && <FormAlert ref={alert}>{problem}</FormAlert>}
          <TreeChoice control={control} register={register} />
          <TreeAddOns register={register} />
          <DeliveryFields form={form} />
        </div>
        <aside aria-label="Your order" className="h-full">
          <OrderSummary control={control} pending={pending} />
        </aside>
      </div>
      <Honeypot {...register("website")} />
      <OrderBar control={control} pending={pending} />
    </form>
  );
}
