import { describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { type Look, lookInWords, nextOfCycle, priceOf, startingCents } from "./look";

const look = (servicePackage: Look["servicePackage"], ...addOns: Look["addOns"]): Look => ({
  servicePackage,
  addOns,
  bulbs: "warm",
});

describe("the starting price of a look", () => {
  it.each([
    look("basic"),
    look("basic", "wreaths", "timers", "rgb"),
    look("premium"),
    look("premium", "wreaths"),
    look("premium", "timers"),
    look("premium", "wreaths", "timers", "rgb"),
  ])("%o is the sum of its prices", (chosen) => {
    const parts = [
      ...catalog.packages.filter(({ id }) => id === chosen.servicePackage),
      ...catalog.addOns.filter(({ id }) => chosen.addOns.includes(id)),
    ];
    const dollars = parts.reduce((sum, { startingPrice }) => sum + Number(startingPrice), 0);
    expect(priceOf(chosen)).toBe(`$${dollars}`);
  });

  it.each([look("commercial"), look("commercial", "wreaths", "rgb")])("%o has no total", (chosen) => {
    expect(priceOf(chosen)).toBe("Custom Quote");
  });

  it("excludes monthly storage from the total", () => {
    expect(startingCents(look("premium", "storage"))).toBe(startingCents(look("premium")));
  });
});

describe("the description of a look", () => {
  it.each([
    [look("basic"), "Basic"],
    [look("premium", "wreaths"), "Premium with wreaths"],
    [look("premium", "timers", "wreaths"), "Premium with wreaths and smart timers"],
    [look("basic", "wreaths", "timers", "rgb"), "Basic with wreaths, smart timers, and color changing"],
    [look("commercial", "storage"), "Commercial"],
  ])("%o is %s", (chosen, words) => {
    expect(lookInWords(chosen)).toBe(words);
  });
});

it("cycles through multicolor, red and green, cool and warm, and starts over", () => {
  const four = ["multi", nextOfCycle("multi"), nextOfCycle("red-green"), nextOfCycle("cool")];
  expect(four).toEqual(["multi", "red-green", "cool", "warm"]);
  expect(nextOfCycle("warm")).toBe("multi");
});
