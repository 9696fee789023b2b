import { catalog } from "~/api/catalog.gen";
import type { StoragePlanId } from "~/api/types";
import { Field } from "~/ui/field";
import { Select } from "~/ui/select";
import { PlanSummary } from "./plan-summary";

const plans = catalog.storagePlans.map(({ id, name, propertyLimit }) => ({
  value: id,
  label: `${name}: ${propertyLimit}`,
}));

interface PlanChoiceProps {
  plan: (typeof catalog.storagePlans)[number];
  onPlan: (plan: StoragePlanId) => void;
}

/** The dropdown of plans, with the summary of the selected one. */
export function PlanChoice({ plan, onPlan }: PlanChoiceProps) {
  return (
    <>
      <Field label="Plan">
        <Select
          value={plan.id}
          onChange={(event) => onPlan(event.target.value as StoragePlanId)}
          options={plans}
        />
      </Field>
      <PlanSummary plan={plan} />
    </>
  );
}
