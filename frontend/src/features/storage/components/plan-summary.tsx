import type { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";
import { formatMoney } from "~/lib/format";
import { CheckedList } from "~/ui/checked-list";

/** A plan's properties, features and price. */
export function PlanSummary({ plan }: { plan: (typeof catalog.storagePlans)[number] }) {
  return (
    <section aria-label="Plan summary" className="grid gap-5 sm:grid-cols-[8rem_1fr] sm:items-center">
      <Picture name={plan.id} alt="" className="h-auto w-32" />
      <div>
        <h2 className="font-sans text-xl leading-[1.27] font-bold tracking-normal">{plan.name}</h2>
        <p aria-live="polite">
          <span className="text-2xl font-bold text-heading tabular-nums">
            {formatMoney(plan.monthlyPrice)}
          </span>{" "}
          <span className="text-sm text-muted-foreground">per month</span>
        </p>
        <CheckedList items={plan.features} className="mt-2 gap-1" />
      </div>
    </section>
  );
}
