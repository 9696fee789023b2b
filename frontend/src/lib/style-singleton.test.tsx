import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { styleSingleton } from "./style-singleton";

it("keeps the page from scrolling until the last dialog closes", () => {
  const Style = styleSingleton();
  const kept = () =>
    [...document.adoptedStyleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const dialog = render(<Style styles="body { overflow: hidden; }" />);
  const over = render(<Style styles="body { overflow: hidden; }" />);
  expect(kept()).toEqual([["body { overflow: hidden; }"]]);
  over.unmount();
  expect(kept()).toEqual([["body { overflow: hidden; }"]]);
  dialog.unmount();
  expect(kept()).toEqual([]);
});
