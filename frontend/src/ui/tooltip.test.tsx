import { act, fireEvent, render, screen } from "@testing-library/react";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tooltip } from "./tooltip";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const enter = (name: string) => fireEvent.pointerEnter(screen.getByText(name), { pointerType: "mouse" });
const leave = (name: string) => fireEvent.pointerLeave(screen.getByText(name), { pointerType: "mouse" });
const hint = () => screen.queryByRole("tooltip")?.textContent ?? null;

let hours = 0;

function renderTwo() {
  render(
    <main>
      <Tooltip text="603-555-0172">
        <a href="tel:1">Call</a>
      </Tooltip>
      <Tooltip text="jo@example.com">
        <a href="mailto:1">Email</a>
      </Tooltip>
    </main>,
  );
  hours += 1;
  pass(hours * 3_600_000); // long after the tooltip of any other test, which by its clock may have closed later than now
}

function Controls({ isGone }: { isGone: boolean }) {
  return (
    <main>
      {!isGone && (
        <Tooltip text="603-555-0172">
          <a href="tel:1">Call</a>
        </Tooltip>
      )}
      <Tooltip text="jo@example.com">
        <a href="mailto:1">Email</a>
      </Tooltip>
    </main>
  );
}

describe("a tooltip", () => {
  it("opens after the pointer has rested for 700 ms, and describes its control", () => {
    renderTwo();
    enter("Call");
    pass(699);
    expect(hint()).toBeNull();
    pass(1);
    expect(hint()).toBe("603-555-0172");
    expect(screen.getByText("Call")).toHaveAccessibleDescription("603-555-0172");
    leave("Call");
    pass(1000);
    expect(hint()).toBeNull();
    expect(screen.getByText("Call")).toHaveAccessibleDescription("");
  });

  it("opens at once within 300 ms of the previous one, and later waits again", () => {
    renderTwo();
    enter("Call");
    pass(700);
    leave("Call");
    pass(150);
    pass(299);
    enter("Email");
    pass(0);
    expect(hint()).toBe("jo@example.com");
    leave("Email");
    pass(150);
    pass(300);
    enter("Call");
    pass(699);
    expect(hint()).toBeNull();
  });

  it("doesn't open, or close another one, once its control is gone", () => {
    const { rerender } = render(<Controls isGone={false} />);
    hours += 1;
    pass(hours * 3_600_000);
    enter("Call");
    pass(600);
    rerender(<Controls isGone />);
    act(() => screen.getByText("Email").focus());
    pass(0);
    expect(hint()).toBe("jo@example.com");
    pass(1000);
    expect(hint()).toBe("jo@example.com");
  });

  it("opens at once on keyboard focus, and closes on Escape and blur", () => {
    renderTwo();
    const link = screen.getByText("Call");
    act(() => link.focus());
    pass(0);
    expect(hint()).toBe("603-555-0172");
    fireEvent.keyDown(link, { key: "Escape" });
    pass(0);
    expect(hint()).toBeNull();
    expect(link).toHaveFocus();
    act(() => screen.getByText("Email").focus());
    pass(0);
    expect(hint()).toBe("jo@example.com");
    enter("Call");
    pass(700);
    expect(hint()).toBe("603-555-0172"); // one at a time
    leave("Call");
    pass(150);
    act(() => screen.getByText("Email").blur());
    pass(0);
    expect(hint()).toBeNull();
  });

  it("stays while the pointer is on the tooltip itself", () => {
    renderTwo();
    enter("Call");
    pass(700);
    leave("Call");
    fireEvent.pointerEnter(screen.getByRole("tooltip"), { pointerType: "mouse" });
    pass(1000);
    expect(hint()).toBe("603-555-0172");
  });

  it("closes when the page scrolls or the control is pressed", () => {
    renderTwo();
    for (const leaves of [
      () => fireEvent.scroll(document),
      () => fireEvent.pointerDown(screen.getByText("Call")),
    ]) {
      enter("Call");
      pass(700);
      expect(hint()).toBe("603-555-0172");
      leaves();
      pass(0);
      expect(hint()).toBeNull();
    }
  });

  it("does not open if the pointer leaves before it has rested", () => {
    renderTwo();
    enter("Call");
    pass(699);
    leave("Call");
    pass(1000);
    expect(hint()).toBeNull();
  });

  it("is above its control, below one at the top of the window, and inside of the window", () => {
    const rect = { control: new DOMRect(400, 300, 100, 40), tooltip: new DOMRect(0, 0, 200, 30) };
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return this.matches("[role=tooltip]") ? rect.tooltip : rect.control;
    });
    renderTwo();
    for (const [place, top, left] of [
      [new DOMRect(400, 300, 100, 40), "262px", "350px"],
      [new DOMRect(0, 45, 100, 40), "93px", "8px"],
      [new DOMRect(window.innerWidth - 50, 46, 100, 40), "8px", `${window.innerWidth - 208}px`],
    ] as const) {
      rect.control = place;
      act(() => screen.getByText("Call").focus());
      pass(0);
      expect(screen.getByRole("tooltip")).toHaveStyle({ top, left });
      act(() => screen.getByText("Call").blur());
      pass(0);
    }
  });

  it("does not open on touch", () => {
    renderTwo();
    fireEvent.pointerEnter(screen.getByText("Call"), { pointerType: "touch" });
    pass(1000);
    expect(hint()).toBeNull();
  });
});

it("is the only kind of hint: no element has a title attribute", () => {
  // Components that pass unknown props on to an element.
  const passing = new Set(["Button", "ButtonLink", "Link", "NavLink", "Card"]);
  const sources = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.tsx"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const found: string[] = [];
  for (const [file, text] of Object.entries(sources)) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const visit = (node: ts.Node) => {
      if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
        const tag = node.tagName.getText();
        const titled = node.attributes.properties.some((attribute) => attribute.name?.getText() === "title");
        const isElement = /^[a-z]/.test(tag) && tag !== "iframe";
        if (titled && (isElement || passing.has(tag))) found.push(`${file}: <${tag} title>`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
