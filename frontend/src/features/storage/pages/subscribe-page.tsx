import { Phone } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { loginPath, paths } from "~/lib/paths";
import { saveReturnTo, takeReturnTo } from "~/lib/return-to";
import { privatePageMeta } from "~/lib/seo";
import { Band, liftClass } from "~/ui/band";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { PageFrame } from "~/ui/frame/page-frame";
import { Note } from "~/ui/note";
import { Select } from "~/ui/select";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { PlanSummary } from "../components/plan-summary";

/** Not for search engines: it belongs to somebody who signs in. */
export function meta() {
  return privatePageMeta("Storage Subscription Plans");
}

/** Choosing a storage plan. The plan stands in the page's address. */
export default function SubscribePage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("plan");
  const plan = catalog.storagePlans.find(({ id }) => id === asked) ?? catalog.storagePlans[0];
  return (
    <PageFrame
      band={<Band title="Storage Subscription Plans" lead="Your decorations, labeled and dry until fall." />}
      className={`wrap ${liftClass} pb-section`}
    >
      <Card className="grid max-w-160 gap-7">
        <Field label="Plan">
          <Select
            value={plan.id}
            onChange={(event) =>
              setParams({ plan: event.target.value }, { replace: true, preventScrollReset: true })
            }
          >
            {catalog.storagePlans.map(({ id, name, propertyLimit }) => (
              <option key={id} value={id}>
                {name}: {propertyLimit}
              </option>
            ))}
          </Select>
        </Field>
        <PlanSummary plan={plan} />
        <NextStep />
      </Card>
    </PageFrame>
  );
}

function NextStep() {
  const { user, isPending } = useCurrentUser();
  useEffect(() => {
    // Back from signing in: this is the page that was to be returned to.
    if (user) takeReturnTo();
  }, [user]);

  if (isPending) {
    return (
      <SkeletonRegion label="Loading">
        <Skeleton className="h-12" />
      </SkeletonRegion>
    );
  }
  if (user) {
    return (
      <Note icon={Phone}>
        Card payment opens shortly. Until then call{" "}
        <a className="text-link whitespace-nowrap" href={business.phoneHref}>
          {business.phone}
        </a>{" "}
        and we set your plan up with you.
      </Note>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted-foreground">A subscription belongs to an account. Sign in to go on.</p>
      <ButtonLink href={loginPath(paths.subscribe)} onClick={() => saveReturnTo(paths.subscribe)} block>
        Sign In to Subscribe
      </ButtonLink>
    </div>
  );
}
