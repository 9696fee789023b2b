import { describe, expect, it } from "vitest";
import { initialLook } from "./look";
import { lookCode, parseLookCode } from "./look-code";

describe("the code of a look", () => {
  it.each([
    ["p-warm-w", initialLook],
    ["b-cool", { servicePackage: "basic", bulbs: "cool", addOns: [] }],
    [
      "c-red-green-wtrs",
      { servicePackage: "commercial", bulbs: "red-green", addOns: ["wreaths", "timers", "rgb", "storage"] },
    ],
  ] as const)("%s leads back to its look", (code, look) => {
    expect(lookCode(look)).toBe(code);
    expect(parseLookCode(code)).toEqual(look);
  });

  it("is the same in whatever order the add-ons were chosen", () => {
    expect(lookCode({ ...initialLook, addOns: ["storage", "wreaths"] })).toBe("p-warm-ws");
  });

  it.each([
    "",
    "p",
    "p-",
    "p-pink",
    "x-warm",
    "P-WARM",
    "p-warm-",
    "p-warm-x",
    "p-warm-tw",
    "p-warm-ww",
    "p-red",
    "b-warm-w-t",
  ])("%j is not a code", (code) => {
    expect(parseLookCode(code)).toBeNull();
  });
});
