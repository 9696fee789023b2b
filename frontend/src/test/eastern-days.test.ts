import { expect, it } from "vitest";

const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.{test,gen}.{ts,tsx}", "!../**/test-*", "!../test/**"],
  { query: "?raw", import: "default", eager: true },
);

/** What gives the day or the hour of a moment in UTC, or where the browser is. */
const WRONG = [
  /\.get(UTC)?(Date|Day|Month|FullYear|Hours|Minutes)\(/,
  /\.to(Locale)?(Date|Time)String\(/,
  /\.toISOString\(\)\s*\.s/,
  /\.s(lice|ubstring)\(0, 1[06]\)/,
  /DateTimeFormat\(("en-US"|undefined|\[\])?(\)|, clock|, \{ [^}]*Style)/,
];
/** These convert days themselves, read one that isn't a moment, or compare the browser's time with ours. */
const ALLOWED = [
  "features/desk/jobs/nudge.ts",
  "features/desk/jobs/span.ts",
  "lib/eastern.ts",
  "lib/format.ts",
  "lib/typed-day.ts",
  "lib/zod-day.ts",
  "ui/date-popover.tsx",
];

it("the day and the hour of a moment are Eastern", () => {
  const found = Object.entries(sources)
    .filter(([, source]) => WRONG.some((pattern) => pattern.test(source)))
    .map(([file]) => file.replace("../", ""));
  expect(found.sort()).toEqual(ALLOWED);
});
