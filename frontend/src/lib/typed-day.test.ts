import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readTypedDay } from "./typed-day";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-25T17:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["11/25/2026", "2026-11-25"],
  ["11/25/26", "2026-11-25"],
  ["1-5-2027", "2027-01-05"],
  ["2026-12-03", "2026-12-03"],
  ["Nov 25", "2026-11-25"],
  [" november 26th, 2027 ", "2027-11-26"],
  ["Wed, Nov 25", "2026-11-25"],
  ["Sept. 1, 2027", "2027-09-01"],
  ["dec3", "2026-12-03"],
])("%j is read as %s", (text, day) => {
  expect(readTypedDay(text, true)).toBe(day);
});

it.each(["", "soon", "13/1/2026", "2/30/2027", "Foo 3", "11", "11/25/202", "25 12 2026"])(
  "%j is no day",
  (text) => {
    expect(readTypedDay(text, true)).toBeUndefined();
    expect(readTypedDay(text, false)).toBeUndefined();
  },
);

it("takes the next such day if only upcoming days are allowed, and otherwise this year's", () => {
  expect(readTypedDay("Aug 27", true)).toBe("2027-08-27");
  expect(readTypedDay("1/5", true)).toBe("2027-01-05");
  expect(readTypedDay("Nov 24", false)).toBe("2026-11-24");
  expect(readTypedDay("2/29", true)).toBeUndefined();
});

it("takes a day that has just passed as it is, instead of almost a year from now", () => {
  expect(readTypedDay("Nov 24", true)).toBe("2026-11-24");
  expect(readTypedDay("Aug 28", true)).toBe("2026-08-28");
  vi.setSystemTime("2027-01-05T17:00:00Z");
  expect(readTypedDay("12/20", true)).toBe("2026-12-20");
  expect(readTypedDay("1/5", true)).toBe("2027-01-05");
});
