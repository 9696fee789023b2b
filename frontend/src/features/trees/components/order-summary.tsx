import { type Control, useWatch } from "react-hook-form";
import { newHampshireZips } from "~/api/catalog.gen";
import { formatMoneyExact } from "~/lib/format";
import { Card } from "~/ui/card";
import { SubmitButton } from "~/ui/form/form";
import type { TreeOrderFormOutput, TreeOrderFormValues } from "../schemas";
import { orderLines, orderTotal } from "../totals";

type OrderControl = Control<TreeOrderFormValues, unknown, TreeOrderFormOutput>;

interface SummaryProps {
  control: OrderControl;
}

const dollars = (cents: number) => formatMoneyExact(cents / 100);

function useOrder(control: OrderControl) {
  const [treeSize, includeTreeStand, includeTreeLights, includeWreaths, includeDisposal] = useWatch({
    control,
    name: ["treeSize", "includeTreeStand", "includeTreeLights", "includeWreaths", "includeDisposal"],
  });
  const order = { treeSize, includeTreeStand, includeTreeLights, includeWreaths, includeDisposal };
  return { lines: orderLines(order), total: dollars(orderTotal(order)) };
}

const prefixLength = newHampshireZips[0].length;

/** Return whether a ZIP is outside New Hampshire, once enough of it is typed. */
function isOutOfState(zipCode = ""): boolean {
  const prefix = zipCode.trim().slice(0, prefixLength);
  return prefix.length === prefixLength && !newHampshireZips.some((inside) => inside === prefix);
}

/** How the order can be paid. Outside New Hampshire, it can't be until we have called. */
function HowToPay({ control }: SummaryProps) {
  const zipCode = useWatch({ control, name: "zipCode" });
  return (
    <p className="mt-4 text-sm font-[550] text-foreground">
      {isOutOfState(zipCode)
        ? "Nothing is charged now. Outside New Hampshire, sales tax may apply: we'll call you first to confirm your total."
        : "Nothing is charged now. Pay online after you order, or by cash, check or card when we deliver."}
    </p>
  );
}

function PlaceOrder(look: { block?: boolean; className?: string }) {
  return (
    <SubmitButton pendingLabel="Submitting Order..." {...look}>
      Place order
    </SubmitButton>
  );
}

/** The current price of the order, line by line. */
export function OrderSummary({ control }: SummaryProps) {
  const { lines, total } = useOrder(control);
  return (
    <Card className="lg:sticky lg:top-6">
      <h2 className="mb-[1.1rem] text-2xl leading-[1.2]">Order summary</h2>
      <dl className="grid gap-[0.7rem] text-sm">
        {lines.map(({ label, cents }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="font-[550] text-heading tabular-nums">{dollars(cents)}</dd>
          </div>
        ))}
        <div className="mt-[0.2rem] flex items-baseline justify-between gap-4 border-t-[1.5px] border-border-strong pt-[0.9rem]">
          <dt className="text-base font-[650] text-heading">Total</dt>
          <dd aria-live="polite" className="text-2xl font-bold text-heading tabular-nums">
            {total}
          </dd>
        </div>
      </dl>
      {/* On phones, the bar at the bottom has the button. */}
      <PlaceOrder block className="mt-6 max-lg:hidden" />
      <HowToPay control={control} />
      <p className="mt-4 text-sm text-muted-foreground">
        A member of our team will call you to verify and confirm the delivery date and time.
      </p>
      <p className="mt-4 border-t border-border pt-4 text-sm text-muted-foreground">
        We'll contact you within 24 hours to schedule your delivery.
      </p>
    </Card>
  );
}

/** The bar with total and button at the bottom of the screen on phones. */
export function OrderBar({ control }: SummaryProps) {
  const { total } = useOrder(control);
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-5 -mx-(--spacing-gutter) flex flex-wrap items-center justify-between gap-4 border-t border-border bg-surface px-gutter py-3 shadow-[0_-8px_24px_-12px_oklch(0.22_0.042_257/0.25)] lg:hidden"
    >
      <p className="leading-tight">
        <span className="block text-xs text-muted-foreground">Total</span>{" "}
        <span className="text-xl font-bold text-heading tabular-nums">{total}</span>
      </p>
      <PlaceOrder />
    </div>
  );
}
