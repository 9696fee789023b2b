import { beforeEach, expect, it, vi } from "vitest";
import { optionalFutureDay } from "./zod-day";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-12-05T17:00:00Z"), toFake: ["Date"] });
});

it.each([
  ["today", "2026-12-05", true],
  ["midnight in UTC", "2026-12-05T00:00:00Z", true],
  ["midnight in UTC with milliseconds", "2026-12-05T00:00:00.000Z", true],
  ["this morning in New Hampshire", "2026-12-05T05:00:01Z", true],
  ["last evening in New Hampshire", "2026-12-05T00:00:01Z", false],
  ["yesterday", "2026-12-04", false],
  ["no day", "", true],
])("%s is accepted as a day from today on: %s, %s", (_, text, accepted) => {
  expect(optionalFutureDay.safeParse(text).success).toBe(accepted);
});
