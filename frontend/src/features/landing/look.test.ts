import { describe, expect, it } from "vitest";
import { type Look, lookInWords, nextOfCycle, priceOf, startingCents } from "./look";

const look = (servicePackage: Look["servicePackage"], ...addOns: Look["addOns"]): Look => ({
  servicePackage,
  addOns,
  bulbs: "warm",
});

describe("what a look starts at", () => {
  it.each([
    [look("basic"), "$299"],
    [look("basic", "wreaths", "timers", "rgb"), "$519"],
    [look("premium"), "$599"],
    [look("premium", "wreaths"), "$644"],
    [look("premium", "timers"), "$624"],
    [look("premium", "wreaths", "timers", "rgb"), "$819"],
    [look("commercial"), "Custom Quote"],
    [look("commercial", "wreaths", "rgb"), "Custom Quote"],
  ])("%o is %s", (chosen, price) => {
    expect(priceOf(chosen)).toBe(price);
  });

  it("keeps storage, which is by the month, out of the sum", () => {
    expect(startingCents(look("premium", "storage"))).toBe(startingCents(look("premium")));
  });
});

describe("a look in words", () => {
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
