import type { ComponentProps } from "react";
import "~/styles/house.css";
import { cx } from "~/lib/cx";
import { Art } from "./art";
import modestText from "./svg/tree-modest-6ft.svg?raw";
import modestUrl from "./svg/tree-modest-6ft.svg?url&no-inline";
import premiumText from "./svg/tree-premium-8-10ft.svg?raw";
import premiumUrl from "./svg/tree-premium-8-10ft.svg?url&no-inline";
import qualityText from "./svg/tree-quality-7-8ft.svg?raw";
import qualityUrl from "./svg/tree-quality-7-8ft.svg?url&no-inline";

type TreeSize = "modest_6ft" | "quality_7_8ft" | "premium_8_10ft";

const drawings = {
  modest_6ft: { text: import.meta.env.SSR ? modestText : "", url: modestUrl },
  quality_7_8ft: { text: import.meta.env.SSR ? qualityText : "", url: qualityUrl },
  premium_8_10ft: { text: import.meta.env.SSR ? premiumText : "", url: premiumUrl },
} satisfies Record<TreeSize, { text: string; url: string }>;

interface TreeDrawingProps extends Omit<ComponentProps<"span">, "children" | "title"> {
  size: TreeSize;
  lights?: boolean;
  stand?: boolean;
  /** Show foot marks and a person for scale. */
  ruler?: boolean;
  title?: string;
}

/** A tree with the chosen add-ons. All trees have the same scale. */
export function TreeDrawing({
  size,
  lights = false,
  stand = false,
  ruler = true,
  className,
  ...rest
}: TreeDrawingProps) {
  const { text, url } = drawings[size];
  return (
    <Art
      prerendered={text}
      url={url}
      className={cx("tree-drawing", className)}
      data-size={size}
      data-lights={lights}
      data-stand={stand}
      data-ruler={ruler}
      {...rest}
    />
  );
}
