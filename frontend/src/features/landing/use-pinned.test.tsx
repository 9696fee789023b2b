import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { usePinned } from "./use-pinned";

function Stage() {
  const scene = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  usePinned(scene, panel);
  return (
    <>
      <div ref={scene}>House</div>
      <div ref={panel}>Panel</div>
    </>
  );
}

it("the house is marked while the panel below it is at the top of the screen", () => {
  let report = (_: { isIntersecting: boolean }[]) => {};
  let observed: Element | undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onChange: typeof report) {
        report = onChange;
      }
      observe(element: Element) {
        observed = element;
      }
      disconnect() {}
    },
  );
  render(<Stage />);
  expect(observed).toBe(screen.getByText("Panel"));
  for (const isIntersecting of [false, true, true, false]) {
    report([{ isIntersecting }]);
    expect(screen.getByText("House").hasAttribute("data-pinned")).toBe(isIntersecting);
  }
});
