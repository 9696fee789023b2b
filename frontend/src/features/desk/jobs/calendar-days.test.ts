import { describe, expect, it } from "vitest";
import type { DeskJob } from "~/api/types";
import { collide, findConflicts } from "./conflicts";
import { droppedOn, nudged } from "./nudge";
import { spanOf } from "./span";
import { aDeskJob } from "./test-job";

const at = (id: string, scheduledDate: string | null, status: DeskJob["status"] = "scheduled") =>
  aDeskJob({ id, scheduledDate, status });

describe("overlapping visits", () => {
  const nine = at("nine", "2026-11-24T14:00:00Z");
  it.each([
    ["an hour apart", at("other", "2026-11-24T15:00:00Z"), true],
    ["at the same time", at("other", "2026-11-24T14:00:00Z"), true],
    ["two hours apart", at("other", "2026-11-24T16:00:00Z"), false],
    ["when one is in progress", at("other", "2026-11-24T15:00:00Z", "in_progress"), true],
    ["when one is completed", at("other", "2026-11-24T15:00:00Z", "completed"), true],
    ["when one is cancelled", at("other", "2026-11-24T14:00:00Z", "cancelled"), false],
    ["when one has no day", at("other", null), false],
    ["on another day", at("other", "2026-11-25T14:00:00Z"), false],
  ])("%s", (_, other, expected) => {
    expect(collide(nine, other)).toBe(expected);
    expect(collide(other, nine)).toBe(expected);
  });

  it("lists the visits that each one overlaps", () => {
    const ten = at("ten", "2026-11-24T15:00:00Z");
    const half = at("half", "2026-11-24T16:30:00Z");
    const found = findConflicts([half, nine, at("late", "2026-11-24T20:00:00Z"), ten]);
    const names = (id: string) => found.get(id)?.map((visit) => visit.id);
    expect(names("nine")).toEqual(["ten"]);
    expect(names("ten")).toEqual(["nine", "half"]);
    expect(names("half")).toEqual(["ten"]);
    expect(found.has("late")).toBe(false);
  });
});

describe("the days of a view", () => {
  it("are Sunday to Saturday in a week", () => {
    expect(spanOf("week", "2026-11-21")).toEqual({
      first: "2026-11-15",
      last: "2026-11-21",
      title: "Nov 15 to Nov 21, 2026",
      before: "2026-11-08",
      after: "2026-11-22",
    });
  });
  it("are whole weeks around a month", () => {
    expect(spanOf("month", "2026-11-21")).toMatchObject({
      first: "2026-11-01",
      last: "2026-12-05",
      title: "November 2026",
      before: "2026-10-01",
      after: "2026-12-01",
    });
    expect(spanOf("month", "2027-02-28")).toMatchObject({ first: "2027-01-31", last: "2027-03-06" });
  });
  it("go to the previous and next month, whatever its length", () => {
    expect(spanOf("month", "2027-03-31")).toMatchObject({ before: "2027-02-01", after: "2027-04-01" });
    expect(spanOf("month", "2027-01-15")).toMatchObject({ before: "2026-12-01", after: "2027-02-01" });
  });
});

describe("a visit dropped on the calendar", () => {
  const evening = at("evening", "2026-10-31T23:30:00Z"); // 7:30 PM, the day before the clocks go back
  it.each([
    ["at another time", "2026-11-24T09:30:00-05:00", evening, "2026-11-24T14:30:00.000Z"],
    ["on another day keeps its time", "2026-11-03", evening, "2026-11-04T00:30:00.000Z"],
    ["for the first time begins at 9 AM", "2026-11-03", at("none", null), "2026-11-03T14:00:00.000Z"],
  ])("%s", (_, place, visit, expected) => {
    expect(droppedOn(place, visit)).toBe(expected);
  });
});

describe("an arrow key moves a visit", () => {
  const friday = at("friday", "2026-10-30T13:00:00Z"); // 9 AM, two days before the clocks go back
  it.each([
    ["week", "ArrowDown", "2026-10-30T13:15:00.000Z"],
    ["week", "ArrowUp", "2026-10-30T12:45:00.000Z"],
    ["week", "ArrowLeft", "2026-10-29T13:00:00.000Z"],
    ["month", "ArrowRight", "2026-10-31T13:00:00.000Z"],
    ["month", "ArrowDown", "2026-11-06T14:00:00.000Z"], // still 9 AM
  ] as const)("in the %s: %s", (view, key, expected) => {
    expect(nudged(friday, key, view)).toBe(expected);
  });
  it("other keys do not move it", () => {
    expect(nudged(friday, "Enter", "week")).toBeNull();
    expect(nudged(at("none", null), "ArrowDown", "week")).toBeNull();
  });
});
