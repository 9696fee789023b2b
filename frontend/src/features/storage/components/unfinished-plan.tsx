import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { subscribePath } from "~/lib/paths";
import { Button, ButtonLink } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useCancel } from "../api";
import { statusSentence } from "../words";

/** A plan that was chosen but not paid for. It can be paid or canceled; nothing has been charged yet. */
export function UnfinishedPlan({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, monthlyAmount } = subscription;
  const cancel = useCancel();
  const about = <span className="sr-only">: {planName(plan)} storage</span>;

  const discard = () =>
    attempt("Couldn't cancel the plan", async () => {
      await cancel.mutateAsync(id);
      toast({ title: "Plan canceled", description: "Nothing was charged." });
    });

  return (
    <section
      aria-label="Plan you haven't paid for"
      className="grid gap-3 rounded-card border border-dashed border-border-strong px-card py-4 text-sm md:flex md:items-center md:justify-between"
    >
      <p>
        <b className="text-heading">
          You chose {planName(plan)} storage at {formatMoney(monthlyAmount)} per month.
        </b>{" "}
        {statusSentence(subscription)}
      </p>
      <div className="flex flex-none flex-wrap gap-3">
        <ButtonLink to={subscribePath(plan)} size="sm" variant="outline">
          <span>Finish payment{about}</span>
        </ButtonLink>
        <Button size="sm" variant="ghost" pendingLabel="Canceling..." onClick={discard}>
          <span>Cancel plan{about}</span>
        </Button>
      </div>
    </section>
  );
}
