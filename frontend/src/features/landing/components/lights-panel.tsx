import type { Dispatch } from "react";
import { catalog } from "~/api/catalog.gen";
import { shortPackageName } from "~/api/catalog-names";
import { cx } from "~/lib/cx";
import { Chip } from "~/ui/chip";
import { FieldGroup } from "~/ui/field";
import { Segmented } from "~/ui/segmented";
import type { Bulbs, Look } from "../look";
import type { LookAction } from "../use-look";
import { BulbChoice } from "./bulb-choice";
import { HouseTaps } from "./house-taps";
import { LookPrice } from "./look-price";

const packages = catalog.packages.map(({ id }) => ({ value: id, label: shortPackageName(id) }));

interface LightsPanelProps {
  look: Look;
  /** The bulbs on the house, which color changing replaces every few seconds. */
  shownBulbs: Bulbs;
  dispatch: Dispatch<LookAction>;
  /** Whether the visitor opened a link to a look that doesn't exist. */
  unknownLink: boolean;
}

/** The panel that changes the house: package, add-ons and bulbs, the size of the visitor's own house, and the price. */
export function LightsPanel({ look, shownBulbs, dispatch, unknownLink }: LightsPanelProps) {
  return (
    <section
      aria-labelledby="lights-panel"
      className="relative rounded-panel bg-surface p-card shadow-raised dark:border dark:border-border dark:shadow-none"
    >
      <div className="mb-5 items-baseline justify-between gap-8 lg:flex">
        <h2 id="lights-panel" className="text-2xl leading-[1.2]">
          Try the lights on this house
        </h2>
        <p className="text-sm text-muted-foreground max-lg:mt-1">
          The picture and the price change as you choose.
        </p>
      </div>
      <p role="status" className={cx("text-sm", unknownLink && "mb-5 rounded-md bg-surface-2 px-4 py-3")}>
        {unknownLink && "We couldn't find the look in that link. Here's one to start with."}
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-[15.5rem_minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <Segmented
          legend="Package"
          name="look-package"
          options={packages}
          value={look.servicePackage}
          onValueChange={(servicePackage) => dispatch({ type: "package", servicePackage })}
        />
        <AddOnChips look={look} dispatch={dispatch} />
        <BulbChoice
          value={shownBulbs}
          changing={look.addOns.includes("rgb")}
          onChange={(bulbs) => dispatch({ type: "bulbs", bulbs })}
        />
        <HouseTaps />
        <LookPrice look={look} />
      </div>
    </section>
  );
}

function AddOnChips({ look, dispatch }: { look: Look; dispatch: Dispatch<LookAction> }) {
  return (
    <FieldGroup label="Add-ons">
      <div className="flex flex-wrap gap-2">
        {catalog.addOns.map(({ id, name }) => (
          <Chip
            key={id}
            checked={look.addOns.includes(id)}
            onChange={(event) => dispatch({ type: "addOn", addOn: id, on: event.target.checked })}
          >
            {name}
          </Chip>
        ))}
      </div>
      {look.addOns.includes("timers") && (
        <p className="mt-2 text-xs text-muted-foreground">On at dusk, off at 10:30</p>
      )}
    </FieldGroup>
  );
}
