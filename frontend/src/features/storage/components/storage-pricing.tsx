import { useEffect } from "react";
import { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";
import { formatMoney } from "~/lib/format";
import { subscribePath } from "~/lib/paths";
import { scrollToSection } from "~/lib/scroll-to";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckedList } from "~/ui/checked-list";
import { leadsTo } from "~/ui/early-clicks";

type Plan = (typeof catalog.storagePlans)[number];

/** The storage plans and their prices, for signed-in customers. */
export function StoragePricing() {
  useEffect(() => {
    // This section renders after the page has loaded, so the browser can't scroll to its anchor itself.
    if (window.location.hash === "#storage") scrollToSection("storage");
  }, []);

  return (
    <section id="storage" aria-labelledby="storage-title" className="bg-surface py-section outline-none">
      <div className="wrap">
        <h2 id="storage-title">Off-season storage</h2>
        <p className="lead mt-[0.9rem]">
          After takedown your decorations wait with us, labeled and dry, until you want them back.
        </p>
        <ul className="mt-10 grid gap-6 min-[60rem]:grid-cols-3 min-[60rem]:gap-7">
          {catalog.storagePlans.map((plan) => (
            <li key={plan.id}>
              <PlanCard plan={plan} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <Card className="flex h-full flex-col">
      <Picture name={plan.id} alt="" className="h-auto w-40" />
      <h3 className="mt-4">{plan.name}</h3>
      <p className="mt-[0.35rem]">
        <span className="display text-3xl leading-[1.1]">{formatMoney(plan.monthlyPrice)}</span>{" "}
        <span className="text-sm text-muted-foreground">per month</span>
      </p>
      <CheckedList items={plan.features} className="mt-[1.1rem] mb-7 gap-[0.6rem]" />
      {plan.id === "enterprise" ? (
        <Button
          variant="outline"
          block
          className="mt-auto"
          onClick={() => scrollToSection("quote")}
          {...leadsTo("quote")}
        >
          {plan.action}
        </Button>
      ) : (
        <ButtonLink to={subscribePath(plan.id)} variant="outline" block className="mt-auto">
          {plan.action}
        </ButtonLink>
      )}
    </Card>
  );
}
