import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "~/test/server";
import { House } from "./house";
import { preparedArt } from "./inline-art";
import { TreeDrawing } from "./tree-drawing";

const drawing =
  '<svg class="sh" viewBox="0 0 1 1"><g id="sh-w"/><use href="#sh-w"/><path fill="url(#sh-w)"/></svg>';

function serveDrawings() {
  server.use(http.get("*.svg", () => HttpResponse.text(drawing)));
}

describe("the house", () => {
  it("has attributes for what is lit", () => {
    serveDrawings();
    render(<House package="premium" addOns={["wreaths", "timers"]} bulbs="cool" title="The house" />);
    const house = screen.getByRole("img", { name: "The house" });
    expect(house).toHaveClass("house-art");
    expect(house).toHaveAttribute("data-package", "premium");
    expect(house).toHaveAttribute("data-addons", "wreaths timers");
    expect(house).toHaveAttribute("data-bulbs", "cool");
    expect(house).toHaveAttribute("data-lights", "on");
  });

  it("stays empty if the drawing does not load", async () => {
    const responses: number[] = [];
    server.use(
      http.get("*.svg", () => {
        responses.push(404);
        return new HttpResponse("<p>Not found</p>", { status: 404 });
      }),
    );
    render(<House package="basic" title="The house" />);
    await waitFor(() => expect(responses).toHaveLength(1));
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve)); // the text, if it were read
    });
    expect(screen.getByRole("img", { name: "The house" })).toBeEmptyDOMElement();
  });

  it("is warm, plain and lit by default", () => {
    serveDrawings();
    render(<House package="basic" lights="off" title="The house" />);
    const house = screen.getByRole("img");
    expect(house).toHaveAttribute("data-addons", "");
    expect(house).toHaveAttribute("data-bulbs", "warm");
    expect(house).toHaveAttribute("data-lights", "off");
  });

  it("is hidden from assistive technology if it has no title", () => {
    serveDrawings();
    const { container } = render(<House package="basic" />);
    expect(container.firstElementChild).toHaveAttribute("aria-hidden", "true");
  });
});

describe("a drawing in the page", () => {
  it("gets unique IDs and keeps its class names", () => {
    const art = preparedArt(drawing, "a-");
    expect(art).toContain('id="a-sh-w"');
    expect(art).toContain('href="#a-sh-w"');
    expect(art).toContain("url(#a-sh-w)");
    expect(art).toContain('class="sh"');
  });

  it("shows the requested crop", () => {
    expect(preparedArt(drawing, "a-", { viewBox: "1 2 3 4", fit: "xMidYMid slice" })).toContain(
      'viewBox="1 2 3 4" preserveAspectRatio="xMidYMid slice"',
    );
  });
});

describe("a tree", () => {
  it("shows the chosen add-ons", () => {
    serveDrawings();
    render(<TreeDrawing size="modest_6ft" lights title="A tree" />);
    const tree = screen.getByRole("img", { name: "A tree" });
    expect(tree).toHaveAttribute("data-lights", "true");
    expect(tree).toHaveAttribute("data-stand", "false");
    expect(tree).toHaveAttribute("data-ruler", "true");
  });
});
