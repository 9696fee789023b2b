import type { ComponentProps } from "react";
import disposal from "./svg/addon-disposal.svg?url&no-inline";
import garland from "./svg/addon-garland.svg?url&no-inline";
import lights from "./svg/addon-lights.svg?url&no-inline";
import rgb from "./svg/addon-rgb.svg?url&no-inline";
import stand from "./svg/addon-stand.svg?url&no-inline";
import totes from "./svg/addon-storage.svg?url&no-inline";
import timer from "./svg/addon-timer.svg?url&no-inline";
import wreath from "./svg/addon-wreath.svg?url&no-inline";
import houseBasic from "./svg/baked/house-basic.svg?url&no-inline";
import housePremium from "./svg/baked/house-premium.svg?url&no-inline";
import modestTree from "./svg/baked/tree-modest-6ft-plain.svg?url&no-inline";
import premiumTree from "./svg/baked/tree-premium-8-10ft-plain.svg?url&no-inline";
import qualityTree from "./svg/baked/tree-quality-7-8ft-plain.svg?url&no-inline";
import commercial from "./svg/gallery-commercial.svg?url&no-inline";
import installation from "./svg/gallery-installation.svg?url&no-inline";
import victorian from "./svg/gallery-victorian.svg?url&no-inline";
import business from "./svg/storage-business.svg?url&no-inline";
import consumer from "./svg/storage-consumer.svg?url&no-inline";
import enterprise from "./svg/storage-enterprise.svg?url&no-inline";

/** Drawings that never change. `width` and `height` reserve their space while they load. */
const pictures = {
  // Add-ons, by their IDs in the catalog.
  wreaths: { src: garland, width: 160, height: 120 },
  timers: { src: timer, width: 160, height: 120 },
  rgb: { src: rgb, width: 160, height: 120 },
  storage: { src: totes, width: 160, height: 120 },
  includeTreeStand: { src: stand, width: 160, height: 120 },
  includeTreeLights: { src: lights, width: 160, height: 120 },
  includeWreaths: { src: wreath, width: 160, height: 120 },
  includeDisposal: { src: disposal, width: 160, height: 120 },
  // Storage plans.
  consumer: { src: consumer, width: 160, height: 120 },
  business: { src: business, width: 160, height: 120 },
  enterprise: { src: enterprise, width: 160, height: 120 },
  // Packages.
  "house-basic": { src: houseBasic, width: 740, height: 500 },
  "house-premium": { src: housePremium, width: 860, height: 560 },
  // The gallery's street, cropped to two shop fronts. It is the same file.
  "shop-fronts": { src: `${commercial}#svgView(viewBox(704,345,480,300))`, width: 480, height: 300 },
  // Trees without foot marks, all at the same scale.
  "tree-modest_6ft": { src: modestTree, width: 152, height: 400 },
  "tree-quality_7_8ft": { src: qualityTree, width: 200, height: 400 },
  "tree-premium_8_10ft": { src: premiumTree, width: 272, height: 400 },
  // The gallery.
  "gallery-victorian": { src: victorian, width: 800, height: 1000 },
  "gallery-installation": { src: installation, width: 1200, height: 800 },
  "gallery-commercial": { src: commercial, width: 1200, height: 800 },
} as const;

export type PictureName = keyof typeof pictures;

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "width" | "height"> {
  name: PictureName;
  /** Empty if the text next to it says the same. */
  alt: string;
}

/** A static drawing, loaded lazily. */
export function Picture({ name, alt, ...rest }: PictureProps) {
  return <img {...pictures[name]} alt={alt} loading="lazy" decoding="async" {...rest} />;
}
