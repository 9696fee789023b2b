import { expect, it, vi } from "vitest";
import { formatDate, formatDayTime, formatEstimate, formatMoney } from "./format";

it.each([
  ["2026-11-20T13:10:00Z", "Today, 8:10 AM"],
  ["2026-11-20T05:00:00Z", "Today, 12:00 AM"],
  ["2026-11-20T04:59:00Z", "Thu, 11:59 PM"], // today in UTC
  ["2026-11-14T21:40:00Z", "Sat, 4:40 PM"],
  ["2026-11-13T21:40:00Z", "Nov 13, 4:40 PM"], // "Fri" would be today
  ["2026-11-21T13:10:00Z", "Nov 21, 8:10 AM"],
])("on November 20, %s was %s", (instant, words) => {
  vi.useFakeTimers({ now: new Date("2026-11-20T15:00:00Z"), toFake: ["Date"] });
  expect(formatDayTime(instant)).toBe(words);
});

it.each([
  ["2026-12-05", "Dec 5, 2026"], // a day has no time zone
  ["2026-12-05T04:59:59Z", "Dec 4, 2026"],
  ["2026-12-05T05:00:00Z", "Dec 5, 2026"],
])("%s is on %s", (value, words) => {
  expect(formatDate(value)).toBe(words);
});

it("cents are shown only where there are some", () => {
  expect([formatMoney("1234.50"), formatMoney("140.00")]).toEqual(["$1,234.50", "$140"]);
});

it("an estimate is shown to the nearest ten dollars, a five up", () => {
  expect(formatEstimate({ low: 864, high: 1665 })).toBe("$860 to $1,670");
});
