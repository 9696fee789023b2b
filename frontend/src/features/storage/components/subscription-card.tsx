import { useState } from "react";
import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { formatDate, formatMoney } from "~/lib/format";
import { paths } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { isLive } from "../api";
import { isEnding, statusSentence } from "../words";
import { CancelSubscription } from "./cancel-subscription";
import { Properties } from "./properties";
import { ResumeSubscription } from "./resume-subscription";
import { AwaitCard, UpdateCard } from "./update-card";

/** One subscription: its status, its properties and the actions. */
export function SubscriptionCard({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, status, card } = subscription;
  return (
    <RecordCard
      id={`storage-${id}`}
      title={`${planName(plan)} storage`}
      subtitle={`Since ${formatDate(subscription.startedAt ?? subscription.createdAt)}`}
      aside={
        <>
          <StatusBadge kind="subscription" status={status} />
          <span>
            <Amount>{formatMoney(subscription.monthlyAmount)}</Amount>{" "}
            <span className="text-sm text-muted-foreground">per month</span>
          </span>
        </>
      }
    >
      <p className={status === "past_due" ? "font-[550] text-error-text" : undefined}>
        {statusSentence(subscription)}
      </p>
      {card && isLive(subscription) && <Facts items={[{ label: "Card", value: cardName(card) }]} />}
      {status !== "canceled" && <Properties subscription={subscription} />}
      <Actions subscription={subscription} />
    </RecordCard>
  );
}

function Actions({ subscription }: { subscription: StorageSubscription }) {
  const [updating, setUpdating] = useState(false);
  /** The number of cards saved on this page, which redraws the card form. */
  const [saved, setSaved] = useState(0);
  const { plan, status } = subscription;
  const ending = isEnding(subscription);
  const about = <span className="sr-only">: {planName(plan)} storage</span>;

  if (!isLive(subscription)) return null;
  if (updating) {
    return (
      <UpdateCard
        subscription={subscription}
        onClose={() => setUpdating(false)}
        onSaved={() => {
          setUpdating(false);
          setSaved(saved + 1);
        }}
      />
    );
  }
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
      {ending && <ResumeSubscription subscription={subscription} />}
      <Button
        size="sm"
        variant={status === "past_due" ? "secondary" : "outline"}
        onClick={() => setUpdating(true)}
      >
        <span>Update card{about}</span>
      </Button>
      {!ending && (
        <>
          <ButtonLink to={paths.subscribe} size="sm" variant="outline">
            <span>Change plan{about}</span>
          </ButtonLink>
          <CancelSubscription subscription={subscription} />
        </>
      )}
      {saved > 0 && <AwaitCard key={saved} subscription={subscription} />}
    </div>
  );
}
