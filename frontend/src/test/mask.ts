import { expect } from "vitest";

/** Store this file's snapshots with each match replaced, which the pattern must not match. */
function mask(pattern: RegExp, replacement: string) {
  const file = expect.getState().testPath;
  expect.addSnapshotSerializer({
    // Vitest keeps it for the files that run next on the same page.
    test: (value) =>
      expect.getState().testPath === file && typeof value === "string" && value.search(pattern) >= 0,
    serialize: (value: string, config, indentation, depth, refs, printer) =>
      printer(value.replaceAll(pattern, replacement), config, indentation, depth, refs),
  });
}

/** Leave out the time zone, which is only shown in other zones than New Hampshire's. */
export const maskTimeZone = () => mask(/\s?\bEastern\b/g, "");

/** Leave out the catalog's prices. A test's own amounts must read differently. */
export const maskCatalogPrices = () =>
  mask(/(?<=from |starting at )\$[\d,.]+\d|\$\d+-\d+(?= a month)/g, "$…");
