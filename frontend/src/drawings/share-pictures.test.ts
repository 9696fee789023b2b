import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { routeManifest } from "~/app/routes";
import { sourcesHash } from "./share-pictures.mjs";

it("has link previews and icons that match the current drawings", () => {
  // Otherwise run `node src/drawings/share-pictures.mjs`, look at public/share/ and commit both.
  const drawn = readFileSync(join(import.meta.dirname, "share-pictures.hash"), "utf8").trim();
  expect(drawn).toBe(sourcesHash());
});

it.each(routeManifest.prerendered)("has a link preview for %s of 1,200 by 630 pixels", (path) => {
  const name = path === "/" ? "home" : path.slice(1);
  const picture = readFileSync(join(import.meta.dirname, `../../public/share/${name}.jpg`));
  // The frame header of a baseline JPEG (ITU T.81, B.2.2): marker, length, precision, height, width.
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  expect([picture.readUInt16BE(frame + 7), picture.readUInt16BE(frame + 5)]).toEqual([1200, 630]);
});
