import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import type { WhatsNextItem } from "~/api/types";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { LoadFailed } from "~/ui/load-failed";
import { PhoneLink } from "~/ui/phone-link";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { TearOffDay } from "~/ui/tear-off-day";
import { whatsNextQuery } from "../whats-next";
import { itemWords } from "../whats-next-words";

/** What is next for the customer across all tabs: first what waits for them, then the rest by day. Hidden if empty. */
export function WhatsNext() {
  const next = useQuery(whatsNextQuery());
  const { data } = next;
  if (hasFailed(next)) {
    return (
      <LoadFailed query={next} className="mt-6">
        We couldn't load what's next for you.
      </LoadFailed>
    );
  }
  if (!data) return <WhatsNextSkeleton />;
  if (data.length === 0) return null;
  return (
    <Card className="mt-6 grid grid-cols-[minmax(0,1fr)]" role="region" aria-labelledby="whats-next">
      <h2 id="whats-next" className="mb-3 text-2xl leading-[1.2]">
        What's next
      </h2>
      <ul>
        {data.map((item, index) => (
          <Line
            key={`${item.kind}-${item.subjectId}`}
            item={item}
            // The page's one amber button is for the first item that waits for the customer.
            variant={index === 0 && item.waitsForYou ? "primary" : "outline"}
          />
        ))}
      </ul>
    </Card>
  );
}

function Line({ item, variant }: { item: WhatsNextItem; variant: "primary" | "outline" }) {
  const { lead, rest, call, detail, button, link, day, icon: Icon } = itemWords(item);
  const where = "to" in link ? { ...link, replace: true, preventScrollReset: true } : link;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-[1.1rem] gap-y-3 border-t border-border py-4 last:pb-0 max-[16rem]:grid-cols-[minmax(0,1fr)] md:grid-cols-[auto_minmax(0,1fr)_12rem]">
      {day ? (
        <TearOffDay day={day} />
      ) : (
        <span className="grid size-17 place-items-center self-start rounded-md bg-surface-2 text-foreground">
          <Icon className="size-6" />
        </span>
      )}
      <div className="min-w-0">
        <p className="leading-[1.4] wrap-anywhere text-heading">
          <b className="font-[650]">{lead}</b> {rest}
        </p>
        <p className="text-sm leading-[1.45] wrap-anywhere text-muted-foreground">
          {call && (
            <>
              Call us at <PhoneLink className="text-link underline" />.{" "}
            </>
          )}
          {detail}
        </p>
      </div>
      <ButtonLink size="sm" variant={variant} className="col-span-full md:col-auto" {...where}>
        {button}
      </ButtonLink>
    </li>
  );
}

function WhatsNextSkeleton() {
  return (
    <SkeletonRegion label="Loading what's next" className="mt-6">
      <Card className="grid gap-4">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-17" />
        <Skeleton className="h-17" />
      </Card>
    </SkeletonRegion>
  );
}
