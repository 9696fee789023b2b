import "~/test/other-prices";
import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { tapHouse } from "~/features/quotes";
import { journey, refusal } from "~/test/journey";
import { renderAt } from "~/test/render";
import { anEstimate } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { HeroStage } from "./components/hero-stage";
import LandingPage from "./pages/landing-page";

/** Nothing is on the screen, so that the bulbs don't change their colors by themselves. */
class NothingOnScreen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.setSystemTime("2026-11-25T15:00:00Z");
  tapHouse({ storeys: null, frontWidthFeet: null });
  vi.stubGlobal("IntersectionObserver", NothingOnScreen);
  server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>")));
});

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const panel = () => within(screen.getByRole("region", { name: "Try the lights on this house" }));
const radio = (name: string) => panel().getByRole("radio", { name });
const box = (name: string | RegExp) => panel().getByRole("checkbox", { name });

/** An estimate whose amounts tell what it is for. */
function estimate({ body }: { body: Record<string, unknown> }) {
  const {
    servicePackage,
    addOns,
    storeys = 0,
    frontWidthFeet = 0,
  } = body as {
    servicePackage: string;
    addOns: string[];
    storeys?: number;
    frontWidthFeet?: number;
  };
  const low = servicePackage.length * 100 + addOns.join("").length + storeys * 10 + frontWidthFeet;
  const lines = [
    { label: "Installation", low: low - 31, high: low + 402 },
    { label: "Second story and higher", low: 31, high: 31 },
  ];
  return anEstimate({ low, high: low + 433, lines });
}

journey("a look from a link is changed, priced and shared", async ({ open, serve, step }) => {
  serve({ "POST /api/estimate": estimate });
  await open(() => renderAt("/?design=b-red-green-ts", <HeroStage />));
  await step("Choose Premium", (person) => person.click(radio("Premium")));
  await step("Choose cool white bulbs", () => fireEvent.click(radio("Cool white")));
  await step("Let the colors change", (person) => person.click(box("RGB Color Changing")));
  await step("Take timers and storage away", async (person) => {
    await person.click(box("Smart Timers"));
    await person.click(box(/Storage/));
  });
  await step("Choose another color while they change", () => fireEvent.click(radio("Red and green")));
  await step("Stop the change", (person) => person.click(box("RGB Color Changing")));
  await step("Share it", (person) => person.click(button("Share this look")));
  await step("Choose Commercial", (person) => person.click(radio("Commercial")));
});

journey("a look that doesn't exist is replaced, and the house described", async ({ open, serve, step }) => {
  serve({ "POST /api/estimate": refusal(503, "Not now") });
  await open(() => renderAt("/?design=p-pink", <HeroStage />));
  await step("Say how many stories", (person) =>
    person.click(panel().getAllByRole("radio", { name: /^2/ })[0] as HTMLElement),
  );
  serve({ "POST /api/estimate": estimate });
  await step("Choose Basic", (person) => person.click(radio("Basic")));
  await step("Clear the stories", (person) => person.click(button("Clear stories and width")));
  await step("Take the wreaths away", (person) => person.click(box(/Wreaths/)));
});

journey("a customer finds the packages, the form and the storage plans", async ({ open, step }) => {
  signIn(customer);
  await open(() => {
    const page = renderAt("/", <LandingPage />);
    // The quote form loads at the first sign of use.
    window.dispatchEvent(new Event("scroll"));
    return page;
  });
  await step("Get a quote", (person) => person.click(button("Get Holiday Lights Quote")));
  await step("Select a package", (person) => person.click(button(/Basic Installation$/)));
  await step("Quote the look on the house", (person) => person.click(button("Quote this look")));
  await step("Ask for an Enterprise plan", (person) => person.click(button("Contact for quote")));
});
