import type { ComponentProps } from "react";
import "~/styles/house.css";
import { cx } from "~/lib/cx";
import { Art } from "./art";
import type { Crop } from "./inline-art";
import houseText from "./svg/house.svg?raw";
import houseUrl from "./svg/house.svg?url&no-inline";

type HousePackage = "basic" | "premium" | "commercial";
type HouseAddOn = "wreaths" | "timers" | "rgb" | "storage";
type Bulbs = "warm" | "cool" | "multi" | "red-green";

const crops = {
  /** The house with harbor, tree and moon, and room for a headline in the sky above it. */
  hero: { viewBox: "0 -90 1600 990", fit: "xMidYMax slice" },
  /** The whole drawing. */
  scene: { viewBox: "0 0 1600 900", fit: "xMidYMid slice" },
  /** The house alone. */
  card: { viewBox: "640 225 860 560", fit: "xMidYMid slice" },
} satisfies Record<string, Crop>;

interface HouseProps extends Omit<ComponentProps<"span">, "children" | "title"> {
  package: HousePackage;
  addOns?: readonly HouseAddOn[] | undefined;
  bulbs?: Bulbs | undefined;
  /** `off` turns all lights off. */
  lights?: "on" | "off" | undefined;
  crop?: keyof typeof crops | undefined;
  title?: string | undefined;
}

/** The brand's house, with the lights of a package and its add-ons. */
export function House({
  package: servicePackage,
  addOns = [],
  bulbs = "warm",
  lights = "on",
  crop = "scene",
  className,
  ...rest
}: HouseProps) {
  return (
    <Art
      prerendered={import.meta.env.SSR ? houseText : ""}
      url={houseUrl}
      crop={crops[crop]}
      className={cx("house-art", className)}
      data-package={servicePackage}
      data-addons={addOns.join(" ")}
      data-bulbs={bulbs}
      data-lights={lights}
      {...rest}
    />
  );
}
