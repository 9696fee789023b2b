import { expect, it, vi } from "vitest";
import { readFrom } from "~/test/read-from";
import {
  addDays,
  daysBetween,
  dayToInstant,
  dayToLocalDate,
  easternDay,
  easternInstant,
  easternTime,
  localDateToDay,
} from "./eastern";
import {
  formatDate,
  formatDateTime,
  formatDayTime,
  formatDeadline,
  formatEstimate,
  formatLongDate,
  formatMoney,
  formatMoneyExact,
  shortId,
} from "./format";

it("computes days in New Hampshire's time zone", () => {
  expect(easternDay(new Date("2026-12-06T04:30:00Z"))).toBe("2026-12-05");
  expect(easternDay(new Date("2026-07-06T03:59:00Z"))).toBe("2026-07-05");
});

it("sends a day as an instant on that day in every US time zone", () => {
  expect(dayToInstant("2026-12-05")).toBe("2026-12-05T12:00:00.000Z");
  expect(easternDay(new Date(dayToInstant("2026-12-05")))).toBe("2026-12-05");
});

it("converts days to calendar dates and back", () => {
  expect(localDateToDay(dayToLocalDate("2026-03-08"))).toBe("2026-03-08");
});

it.each([
  ["2026-11-24", "09:00", "2026-11-24T14:00:00.000Z"],
  ["2026-07-04", "09:00", "2026-07-04T13:00:00.000Z"],
  ["2026-12-05", "23:30", "2026-12-06T04:30:00.000Z"],
  ["2026-11-01", "01:30", "2026-11-01T05:30:00.000Z"], // comes twice: the first
  ["2026-11-01", "09:00", "2026-11-01T14:00:00.000Z"],
  ["2026-03-08", "02:30", "2026-03-08T07:30:00.000Z"], // never comes: an hour later
])("returns the instant of %s %s in New Hampshire", (day, time, instant) => {
  expect(easternInstant(day, time)).toBe(instant);
});

it("returns the time in New Hampshire", () => {
  expect(easternTime(new Date("2026-12-06T04:30:00Z"))).toBe("23:30");
  expect(easternTime(new Date("2026-12-06T05:00:00Z"))).toBe("00:00");
});

it("adds days across clock changes", () => {
  expect(addDays("2026-10-31", 2)).toBe("2026-11-02");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
  expect(daysBetween("2026-11-02", "2026-10-31")).toBe(-2);
});

it("shows dates in Eastern time", () => {
  expect(formatDate("2026-12-06T04:30:00Z")).toBe("Dec 5, 2026");
  expect(formatDate("2026-12-05")).toBe("Dec 5, 2026");
  expect(formatLongDate("2026-12-05")).toBe("Saturday, December 5, 2026");
  expect(formatDateTime("2026-12-05T20:20:00Z").replace(/\s/g, " ")).toBe("Dec 5, 3:20 PM");
});

it("shows the weekday for the last six days", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T02:00:00Z"), toFake: ["Date"] }); // Thursday evening
  try {
    const shown = (instant: string) => formatDayTime(instant).replace(/\s/g, " ");
    expect(shown("2026-11-19T13:10:00Z")).toBe("Today, 8:10 AM");
    expect(shown("2026-11-13T13:10:00Z")).toBe("Fri, 8:10 AM");
    expect(shown("2026-11-12T13:10:00Z")).toBe("Nov 12, 8:10 AM");
    expect(shown("2026-11-20T13:10:00Z")).toBe("Nov 20, 8:10 AM");
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ["America/New_York", "8:15 PM tomorrow (Thu, Nov 19)"],
  ["America/Los_Angeles", "8:15 PM Eastern tomorrow (Thu, Nov 19)"],
])("shows the time zone of a deadline only in other zones: %s", (timeZone, words) => {
  readFrom(timeZone);
  vi.useFakeTimers({ now: new Date("2026-11-18T15:00:00Z"), toFake: ["Date"] });
  try {
    expect(formatDeadline(new Date("2026-11-20T01:15:00Z")).replace(/\s/g, " ")).toBe(words);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ["2026-11-18T22:00:00Z", "5:00 PM Eastern today (Wed, Nov 18)"],
  ["2026-11-17T22:00:00Z", "5:00 PM Eastern on Tue, Nov 17"],
  ["2026-11-20T22:00:00Z", "5:00 PM Eastern on Fri, Nov 20"],
])("shows the day of the deadline %s", (deadline, words) => {
  vi.useFakeTimers({ now: new Date("2026-11-18T15:00:00Z"), toFake: ["Date"] });
  try {
    expect(formatDeadline(new Date(deadline)).replace(/\s/g, " ")).toBe(words);
  } finally {
    vi.useRealTimers();
  }
});

it("rounds estimates to the nearest ten, half up", () => {
  expect(formatEstimate({ low: 864, high: 1665 })).toBe("$860 to $1,670");
});

it("formats money in dollars", () => {
  expect(formatMoney("140.00")).toBe("$140");
  expect(formatMoney("1234.5")).toBe("$1,234.50");
  expect(formatMoneyExact("140")).toBe("$140.00");
});

it("shortens ids to their last eight characters", () => {
  expect(shortId("0198a000-0000-7000-8000-00000abcdef1")).toBe("0abcdef1");
});
