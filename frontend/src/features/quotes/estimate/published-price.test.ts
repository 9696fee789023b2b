import { describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import type { ServicePackage } from "~/api/types";
import { publishedLines, publishedPrice } from "./published-price";

const choice = (servicePackage: ServicePackage, ...addOns: string[]) => ({ servicePackage, addOns });

describe("the published price of a choice", () => {
  it.each([
    choice("basic"),
    choice("basic", "wreaths", "timers", "rgb"),
    choice("premium"),
    choice("premium", "wreaths"),
    choice("premium", "timers"),
    choice("premium", "wreaths", "timers", "rgb"),
  ])("%o is the sum of its prices", (chosen) => {
    const parts = [
      ...catalog.packages.filter(({ id }) => id === chosen.servicePackage),
      ...catalog.addOns.filter(({ id }) => chosen.addOns.includes(id)),
    ];
    const dollars = parts.reduce((sum, { startingPrice }) => sum + Number(startingPrice), 0);
    expect(publishedPrice(chosen)).toBe(`$${dollars}`);
    expect(publishedLines(chosen)).toHaveLength(parts.length);
  });

  it.each([choice("commercial"), choice("commercial", "wreaths", "rgb")])("%o has no total", (chosen) => {
    expect(publishedPrice(chosen)).toBe("Custom Quote");
  });

  it("excludes monthly storage from the total", () => {
    expect(publishedPrice(choice("premium", "storage"))).toBe(publishedPrice(choice("premium")));
    expect(publishedLines(choice("premium", "storage"))).toHaveLength(1);
  });
});
