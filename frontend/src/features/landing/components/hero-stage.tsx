import { useCallback, useId, useRef } from "react";
import { House } from "~/drawings/house";
import { useEarlyInput } from "~/ui/early-input";
import { useBulbCycle } from "../use-bulb-cycle";
import { useLook } from "../use-look";
import { usePinned } from "../use-pinned";
import { useSharedLook } from "../use-shared-look";
import { HeroCopy } from "./hero-copy";
import { LightsPanel } from "./lights-panel";
import { Snow } from "./snow";

/** The illustrated house and the panel that changes its lights. On phones a crop of the house stays above the panel. */
export function HeroStage() {
  const [{ look, shownBulbs, changed }, dispatch] = useLook();
  const unknownLink = useSharedLook(dispatch);
  const scene = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const step = useCallback(() => dispatch({ type: "step" }), [dispatch]);
  useBulbCycle(scene, look.addOns.includes("rgb"), step);
  usePinned(scene, panel);
  const panelId = useId();
  useEarlyInput(panelId);

  return (
    <div className="stage">
      <div className="night stage-copy">
        <HeroCopy />
      </div>
      <div ref={scene} className="night stage-scene">
        <House
          package={look.servicePackage}
          addOns={look.addOns}
          bulbs={shownBulbs}
          crop="hero"
          data-changed={changed || undefined}
          title="A New England house above the harbor on a winter evening"
        />
      </div>
      <Snow />
      <div ref={panel} id={panelId} className="wrap stage-panel">
        <LightsPanel look={look} shownBulbs={shownBulbs} dispatch={dispatch} unknownLink={unknownLink} />
      </div>
    </div>
  );
}
