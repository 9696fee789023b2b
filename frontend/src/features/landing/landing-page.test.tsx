import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { storagePrice } from "./look";
import LandingPage, { handle } from "./pages/landing-page";

/** Everything is on screen, which jsdom can't compute without a layout. */
class EverythingOnScreen {
  constructor(private readonly report: IntersectionObserverCallback) {}
  observe(target: Element) {
    const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
    this.report([entry], this as unknown as IntersectionObserver);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>")));
  vi.stubGlobal("IntersectionObserver", EverythingOnScreen);
});

function visit(url = "/") {
  const { person, container } = renderAt(url, <LandingPage />);
  const panel = screen.getByRole("region", { name: "Try the lights on this house" });
  const house = screen.getByRole("img", { name: /New England house/ });
  return { person, container, panel: within(panel), house, price: () => panel.querySelector("[aria-live]") };
}

it("the landing page has its header over the night sky of its picture", () => {
  expect(handle.frame).toBe("night");
});

describe("the landing page", () => {
  it("shows the steps of the season in order", () => {
    visit();
    const season = within(screen.getByRole("region", { name: "One crew, from first sketch to last bulb" }));
    const when = season.getAllByText(/^(October|November|December|January|Until fall)$/);
    expect(when.map(({ textContent }) => textContent)).toEqual([
      "October",
      "November",
      "December",
      "January",
      "Until fall",
    ]);
  });

  it("describes the business and links to the next steps", () => {
    visit();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
      "Transform Your Home with Holiday Magic",
    );
    expect(screen.getByRole("button", { name: "Get Holiday Lights Quote" })).toBeVisible();
    for (const name of [
      "Our Holiday Services",
      "Basic Installation",
      "Premium Installation",
      "Commercial Package",
      "Our Holiday Magic",
    ]) {
      expect(screen.getByRole("heading", { name })).toBeVisible();
    }
    for (const caption of ["Victorian Elegance", "Professional Installation", "Commercial Displays"]) {
      expect(screen.getByText(caption)).toBeVisible();
    }
  });

  it("shows exactly thirty snowflakes, hidden from assistive technology", () => {
    const { container } = visit();
    const snow = container.querySelector(".snow");
    expect(snow?.children).toHaveLength(30);
    expect(snow).toHaveAttribute("aria-hidden", "true");
  });
});

describe("a link to a look", () => {
  it("opens the house with that look", async () => {
    const { panel, house, price } = visit("/?design=b-red-green-ts");
    expect(house).toHaveAttribute("data-package", "basic");
    expect(house).toHaveAttribute("data-addons", "timers storage");
    expect(house).toHaveAttribute("data-bulbs", "red-green");
    expect(panel.getByRole("radio", { name: "Basic" })).toBeChecked();
    expect(panel.getByRole("radio", { name: "Red and green" })).toBeChecked();
    expect(panel.getByRole("checkbox", { name: "Smart Timers" })).toBeChecked();
    expect(panel.getByRole("checkbox", { name: "Wreaths & Garland" })).not.toBeChecked();
    await waitFor(() => expect(price()).toHaveTextContent("Basic with smart timers"));
    expect(panel.getByRole("status")).toBeEmptyDOMElement();
  });

  it("opens the house with the first of the changing colors", () => {
    const { panel, house } = visit("/?design=p-cool-r");
    expect(house).toHaveAttribute("data-bulbs", "multi");
    expect(panel.getByRole("checkbox", { name: "RGB Color Changing" })).toBeChecked();
    expect(panel.queryByText("On at dusk, off at 10:30")).not.toBeInTheDocument();
  });

  it("shows a note for an unknown look", () => {
    const { panel, house } = visit("/?design=p-pink");
    expect(house).toHaveAttribute("data-package", "premium");
    expect(house).toHaveAttribute("data-bulbs", "warm");
    expect(panel.getByRole("status")).toHaveTextContent("We couldn't find the look in that link.");
  });

  it("is copied for the current look", async () => {
    const { person, panel } = visit("/?design=b-cool");
    await person.click(panel.getByRole("checkbox", { name: "Smart Timers" }));
    await person.click(panel.getByRole("button", { name: "Share this look" }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/?design=b-cool-t`);
  });
});

describe("the panel", () => {
  it("starts with Premium and wreaths in warm white", () => {
    const { house, price } = visit();
    expect(house).toHaveAttribute("data-package", "premium");
    expect(house).toHaveAttribute("data-addons", "wreaths");
    expect(house).toHaveAttribute("data-bulbs", "warm");
    expect(price()).toHaveTextContent("Premium with wreaths, about $640 to $1,340");
    expect(price()).toHaveAttribute("aria-live", "polite");
  });

  it("updates the house and the price with each choice", async () => {
    const { person, panel, house, price } = visit();
    await person.click(panel.getByRole("radio", { name: "Basic" }));
    await person.click(panel.getByRole("checkbox", { name: "Wreaths & Garland" }));
    await person.click(panel.getByRole("checkbox", { name: "Smart Timers" }));
    await person.click(panel.getByRole("radio", { name: "Red and green" }));
    expect(house).toHaveAttribute("data-package", "basic");
    expect(house).toHaveAttribute("data-addons", "timers");
    expect(house).toHaveAttribute("data-bulbs", "red-green");
    await waitFor(() => expect(price()).toHaveTextContent("Basic with smart timers, starting at $324"));
    expect(panel.getByText("On at dusk, off at 10:30")).toBeVisible();
    expect(panel.getByText("Bulbs: red and green")).toBeVisible();
  });

  it("requests the estimate for the visitor's own house until its size is cleared", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post("/api/estimate", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ message: "Not now" }, { status: 503 });
      }),
    );
    const { person, panel } = visit();
    const look = { servicePackage: "premium", addOns: ["wreaths"] };
    expect(panel.queryByRole("button", { name: /^Clear/ })).not.toBeInTheDocument();
    await person.click(panel.getByRole("radio", { name: "2" }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...look, storeys: 2 }));
    await person.click(panel.getByRole("radio", { name: /^4 cars/ }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...look, storeys: 2, frontWidthFeet: 60 }));
    expect(panel.getByRole("radio", { name: "2" })).toBeChecked();
    await person.click(panel.getByRole("button", { name: "Clear stories and width" }));
    expect(panel.getByRole("radio", { name: "2" })).not.toBeChecked();
    expect(panel.getByRole("radio", { name: /^4 cars/ })).not.toBeChecked();
    expect(panel.getByRole("radio", { name: "1" })).toHaveFocus();
  });

  it("shows storage apart from the total and no total for Commercial", async () => {
    const { person, panel, price } = visit();
    await person.click(panel.getByRole("checkbox", { name: "Off-Season Storage" }));
    await waitFor(() =>
      expect(price()).toHaveTextContent(`Premium with wreaths, starting at $644 plus ${storagePrice}`),
    );
    await person.click(panel.getByRole("radio", { name: "Commercial" }));
    expect(price()).toHaveTextContent("Commercial with wreaths, Custom Quote");
  });

  it("changes colors every four seconds while color changing is chosen", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { person, panel, house } = visit();
    await person.click(panel.getByRole("checkbox", { name: "RGB Color Changing" }));
    const selected = () =>
      (panel.getByRole("radio", { name: /white|color|green/, checked: true }) as HTMLInputElement).value;
    const seen = [house.dataset.bulbs];
    for (let step = 0; step < 4; step += 1) {
      expect(selected()).toBe(house.dataset.bulbs);
      act(() => vi.advanceTimersByTime(4_000));
      seen.push(house.dataset.bulbs);
    }
    expect(seen).toEqual(["multi", "red-green", "cool", "warm", "multi"]);
    await person.click(panel.getByRole("checkbox", { name: "RGB Color Changing" }));
    act(() => vi.advanceTimersByTime(4_000));
    expect(house).toHaveAttribute("data-bulbs", "warm");
    vi.useRealTimers();
  });

  it("shows multicolor and stays there when motion is reduced", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({
          matches: true,
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    const { person, panel, house } = visit();
    await person.click(panel.getByRole("checkbox", { name: "RGB Color Changing" }));
    act(() => vi.advanceTimersByTime(12_000));
    expect(house).toHaveAttribute("data-bulbs", "multi");
    vi.useRealTimers();
  });
});

describe("starting a quote", () => {
  it("the chosen look fills in the form", async () => {
    const { person, panel } = visit();
    await person.click(panel.getByRole("radio", { name: "Basic" }));
    await person.click(panel.getByRole("button", { name: "Quote this look" }));
    const form = within(document.getElementById("quote") as HTMLElement);
    expect(await form.findByRole("radio", { name: /Basic Installation/ })).toBeChecked();
    expect(form.getByRole("checkbox", { name: /Wreaths/ })).toBeChecked();
    expect(form.getByRole("checkbox", { name: /Smart Timers/ })).not.toBeChecked();
    expect(document.getElementById("quote")).toHaveFocus();
  });

  it("the button at the top scrolls to the form", async () => {
    const { person } = visit();
    await person.click(screen.getByRole("button", { name: "Get Holiday Lights Quote" }));
    expect(document.getElementById("quote")).toHaveFocus();
  });

  it("a package card chooses its package", async () => {
    const { person } = visit();
    await person.click(screen.getByRole("button", { name: "Get Quote: Commercial Package" }));
    const form = within(document.getElementById("quote") as HTMLElement);
    expect(await form.findByRole("radio", { name: /Commercial Package/ })).toBeChecked();
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  });
});
