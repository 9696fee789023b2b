import { Clock } from "lucide-react";
import { paths } from "~/lib/paths";
import { scrollToSection } from "~/lib/scroll-to";
import { Button, ButtonLink } from "~/ui/button";
import { leadsTo } from "~/ui/early-clicks";

/** The headline, the subtitle and the two buttons. */
export function HeroCopy() {
  return (
    <div className="wrap">
      <div className="lg:max-w-168">
        <h1 className="text-hero leading-[1.06] text-white">Transform Your Home with Holiday Magic</h1>
        <p className="lead mt-[1.1rem] max-w-124 text-harbor-200">
          Professional Christmas light installation, maintenance and removal across the Seacoast. You choose
          the look. We climb the ladders.
        </p>
        <div className="mt-7 grid gap-3 sm:flex sm:flex-wrap">
          <Button onClick={() => scrollToSection("quote")} {...leadsTo("quote")}>
            Get Holiday Lights Quote
          </Button>
          <ButtonLink to={paths.trees} variant="outline">
            Order Christmas Tree Delivery
          </ButtonLink>
        </div>
        <p className="mt-4 flex items-center gap-[0.5em] text-sm text-harbor-200">
          <Clock className="size-[1.25em] flex-none" />
          Free, no-obligation quote within 24 hours
        </p>
      </div>
    </div>
  );
}
