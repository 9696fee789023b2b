import { useQuery } from "@tanstack/react-query";
import { planName } from "~/api/catalog-names";
import { errorMessage } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import type { PlanPreview, StoragePlanId, StorageSubscription } from "~/api/types";
import { formatDate, formatMoney, formatMoneyExact } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { previewQuery, useChangePlan } from "../api";

interface ChangePlanProps {
  subscription: StorageSubscription;
  plan: StoragePlanId;
  onKeep: () => void;
}

/** The cost of a plan change and the button that confirms it. */
export function ChangePlan({ subscription, plan, onKeep }: ChangePlanProps) {
  const preview = useQuery(previewQuery(subscription.id, plan));
  const changePlan = useChangePlan();
  const sendWithKey = useIdempotencyKey();

  const change = () =>
    attempt("Couldn't change the plan", async () => {
      await sendWithKey(plan, (idempotencyKey) => changePlan.mutateAsync({ plan, idempotencyKey }));
      toast({ title: "Plan changed", description: `You now have ${planName(plan)} storage.` });
    });

  if (preview.isPending) {
    return (
      <SkeletonRegion label="Loading the new price" className="grid gap-3">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-20" />
      </SkeletonRegion>
    );
  }
  return (
    <div className="grid gap-5">
      {preview.isError ? (
        <FormAlert>{errorMessage(preview.error)}</FormAlert>
      ) : (
        <PreviewLines preview={preview.data} />
      )}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {preview.isError ? (
          <Button onClick={() => void preview.refetch()}>Try again</Button>
        ) : (
          <Button pendingLabel="Processing..." onClick={change}>
            Change to {planName(plan)}
          </Button>
        )}
        <Button variant="outline" onClick={onKeep}>
          Keep {planName(subscription.plan)}
        </Button>
      </div>
    </div>
  );
}

/** The lines of the next bill. Credits are negative. */
function PreviewLines({ preview }: { preview: PlanPreview }) {
  const { plan, monthlyAmount, nextPaymentAmount, nextPaymentDate, lines } = preview;
  const day = nextPaymentDate && formatDate(nextPaymentDate);
  return (
    <div className="grid gap-4 rounded-md bg-surface-2 px-4 py-4">
      <p>
        {planName(plan)} is {formatMoney(monthlyAmount)} per month. You won't be charged today; the difference
        for the rest of this month goes on your next bill.
      </p>
      <dl className="grid gap-[0.7rem] text-sm">
        {lines.map(({ description, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines can have the same text and never move
          <div key={index} className="flex justify-between gap-4">
            <dt>{description}</dt>
            <dd className="font-[550] text-heading tabular-nums">{formatMoneyExact(amount)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t-[1.5px] border-border-strong pt-[0.9rem]">
          <dt className="font-[650] text-heading">Next payment{day && ` on ${day}`}</dt>
          <dd className="text-xl font-bold text-heading tabular-nums">
            {formatMoneyExact(nextPaymentAmount)}
          </dd>
        </div>
      </dl>
    </div>
  );
}
