import { vi } from "vitest";

/** Let the browser of this test be in another time zone: "America/Los_Angeles". */
export function readFrom(timeZone: string) {
  const Format = Intl.DateTimeFormat;
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function format(locale, options) {
    return new Format(locale, { timeZone, ...options });
  } as typeof Format);
}
