import { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";
import { formatMoney } from "~/lib/format";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";

const cheapest = Math.min(
  ...catalog.treeSizes.map((size) => Number(size.price) + Number(size.deliveryPrice)),
);
// The widths keep the three drawings to one scale.
const widths = ["w-[24.4%]", "w-[32%]", "w-[43.6%]"];

/** The link to the tree page, below the packages. */
export function TreeStrip() {
  return (
    <div className="below-fold mt-16 grid overflow-hidden rounded-panel bg-surface-2 min-[60rem]:grid-cols-[1fr_1.05fr] min-[60rem]:items-end">
      <div className="px-card py-8 min-[60rem]:self-center min-[60rem]:p-12">
        <h3 className="display text-2xl">A fresh tree, delivered to your door</h3>
        <p className="mt-[0.6rem] text-muted-foreground">
          From a modest 6 ft to a full 10 ft, from {formatMoney(cheapest)} with delivery. We'll call within 24
          hours to confirm the day and time.
        </p>
        <ButtonLink to={paths.trees} variant="secondary" className="mt-6">
          Order Christmas Tree Delivery
        </ButtonLink>
      </div>
      <div className="flex items-end justify-center gap-[1.5%] px-4 pt-6 min-[60rem]:pr-10">
        {catalog.treeSizes.map(({ id }, place) => (
          <Picture key={id} name={`tree-${id}`} alt="" className={`h-auto ${widths[place]}`} />
        ))}
      </div>
    </div>
  );
}
