import { describe, expect, it } from "vitest";
import { type Look, lookInWords, nextOfCycle } from "./look";

const look = (servicePackage: Look["servicePackage"], ...addOns: Look["addOns"]): Look => ({
  servicePackage,
  addOns,
  bulbs: "warm",
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
