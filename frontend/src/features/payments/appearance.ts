import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { Appearance, CustomFontSource } from "@stripe/stripe-js";
import { useMemo, useSyncExternalStore } from "react";

function watchTheme(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

const isDark = () => document.documentElement.classList.contains("dark");

/** Return a color as `#rrggbb`, since Stripe's frame can't read the notation of our tokens. */
function hexOf(color: string, brush: CanvasRenderingContext2D): string {
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function tokenReader(): (name: string) => string {
  const styles = getComputedStyle(document.documentElement);
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return (name) => {
    const value = styles.getPropertyValue(name).trim();
    return brush && value ? hexOf(value, brush) : value;
  };
}

/** Return the card form's styles, which match the fields around it. */
function appearance(dark: boolean): Appearance {
  const token = tokenReader();
  const ring = { outline: `3px solid ${token("--ring")}`, outlineOffset: "2px", boxShadow: "none" };
  return {
    theme: dark ? "night" : "stripe",
    labels: "above",
    variables: {
      fontFamily: '"Figtree Variable", system-ui, sans-serif',
      fontSizeBase: "17px",
      fontSizeSm: "15px",
      fontSizeXs: "13px",
      spacingUnit: "4px",
      gridRowSpacing: "20px",
      gridColumnSpacing: "20px",
      borderRadius: "8px",
      colorPrimary: token("--ring"),
      colorBackground: token("--surface"),
      colorText: token("--foreground"),
      colorTextSecondary: token("--muted-foreground"),
      colorTextPlaceholder: token("--muted-foreground"),
      colorDanger: token("--error-text"),
      iconColor: token("--muted-foreground"),
    },
    rules: {
      ".Label": { color: token("--heading"), fontWeight: "600", marginBottom: "6px" },
      ".Input": { border: `1.5px solid ${token("--input")}`, boxShadow: "none", padding: "11px 14px" },
      ".Input:focus": { border: `1.5px solid ${token("--input")}`, ...ring },
      ".Input--invalid": { border: `2px solid ${token("--error-text")}`, boxShadow: "none" },
      ".Error": { color: token("--error-text"), fontWeight: "550", fontSize: "15px" },
    },
  };
}

/** Return our text font for Stripe's frame, which loads fonts over https only. */
function fonts(): CustomFontSource[] {
  if (window.location.protocol !== "https:") return [];
  const url = new URL(figtree, window.location.origin);
  return [{ family: "Figtree Variable", src: `url(${url.href})`, weight: "300 900" }];
}

/** Return the card form's look in the current theme. */
export function useElementsLook(): { appearance: Appearance; fonts: CustomFontSource[] } {
  const dark = useSyncExternalStore(watchTheme, isDark);
  return useMemo(() => ({ appearance: appearance(dark), fonts: fonts() }), [dark]);
}
