import { catalog } from "~/api/catalog.gen";
import type { PictureName } from "~/drawings/pictures";
import { setQuoteLook } from "~/features/quotes";
import { scrollToSection } from "~/lib/scroll-to";
import type { ServicePackage } from "../look";
import { AddOnList } from "./add-on-list";
import { PackageCard } from "./package-card";
import { TreeStrip } from "./tree-strip";

const cards: Record<ServicePackage, { picture: PictureName; line: string }> = {
  basic: { picture: "house-basic", line: "You have the lights. We have the ladders." },
  premium: { picture: "house-premium", line: "We handle the whole season, from design to takedown." },
  commercial: {
    picture: "shop-fronts",
    line: "For shops, inns and offices that want to be found after dark.",
  },
};

function select(servicePackage: ServicePackage) {
  setQuoteLook({ servicePackage });
  scrollToSection("quote");
}

/** The three packages as a price board, the add-ons, and the link to trees. */
export function Services() {
  return (
    <section id="services" aria-labelledby="services-title" className="below-fold py-section outline-none">
      <div className="wrap">
        <h2 id="services-title">Our Holiday Services</h2>
        <p className="lead mt-[0.9rem]">
          Three ways to light your place. Each one starts with a free quote and ends with a clean roofline in
          January.
        </p>
        <div className="mt-10 grid gap-6 min-[60rem]:grid-cols-[1fr_1.08fr_1fr] min-[60rem]:gap-7">
          {catalog.packages.map((item) => (
            <PackageCard key={item.id} item={item} {...cards[item.id]} onSelect={() => select(item.id)} />
          ))}
        </div>
        <AddOnList />
        <TreeStrip />
      </div>
    </section>
  );
}
