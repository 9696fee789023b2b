import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anEstimate } from "~/test/rows";
import { server } from "~/test/server";
import { PackageCard } from "./components/package-card";
import LandingPage from "./pages/landing-page";
import NotFoundPage from "./pages/not-found-page";

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get("*.svg", () => HttpResponse.text("<svg />")),
    http.post("/api/estimate", () => HttpResponse.json(anEstimate())),
  );
});

/** Remove the amounts, which come from the catalog. */
const plain = (element: Element) => outline(element).replace(/\$[\d,.]+(-\d+)?/g, "$…");

/** Return the outline of a section of the landing page by the name of its heading. */
const section = (name: string) => plain(screen.getByRole("region", { name }));

it("the landing page reads in its order", async () => {
  const { container } = renderAt("/", <LandingPage />);
  expect(plain(container.querySelector(".stage-copy") as Element)).toMatchSnapshot("headline");
  await waitFor(() => expect(container.querySelector("[aria-live]")).toHaveTextContent(/about/));
  expect(section("Try the lights on this house")).toMatchSnapshot("lights");
  expect(section("Our Holiday Services")).toMatchSnapshot("services");
  expect(section("One crew, from first sketch to last bulb")).toMatchSnapshot("season");
  expect(section("Our Holiday Magic")).toMatchSnapshot("gallery");
  const quote = screen.getByRole("region", { name: "Get your free quote" });
  const beside = [...(quote.firstElementChild?.children ?? [])].filter((part) => !part.querySelector("form"));
  expect(beside.map(plain).join("\n-----\n")).toMatchSnapshot("quote");
  const headings = within(container).getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toMatchSnapshot("headings");
});

it("the panel shows another look, whose link may be unknown", async () => {
  const { container, unmount } = renderAt("/?design=b-red-green-tr", <LandingPage />);
  await screen.findByText("House front over 40 feet"); // the server's estimate
  await waitFor(() => expect(container.querySelector("[aria-live]")).toHaveTextContent(/Basic/));
  expect(section("Try the lights on this house")).toMatchSnapshot("another look");
  unmount();
  renderAt("/?design=x-pink", <LandingPage />);
  expect(await screen.findByText(/^We couldn't find the look in that link/)).toBeVisible();
});

it("a package's card has a badge and a price, with or without an amount", () => {
  const item = {
    id: "premium",
    name: "Premium Installation",
    tagline: "",
    badge: "Most popular",
    priceLabel: "Starting at $1",
    features: ["Design", "Takedown"],
    action: "Get Quote",
  } as never;
  const plainItem = { ...(item as object), badge: null, priceLabel: "Custom Quote" } as never;
  const { container } = renderAt(
    "/",
    <div>
      <PackageCard item={item} picture="house-premium" line="We do it all." onSelect={() => {}} />
      <PackageCard item={plainItem} picture="house-basic" line="You help." onSelect={() => {}} />
    </div>,
  );
  expect(outline(container.firstElementChild as Element)).toMatchSnapshot();
});

it("a page that doesn't exist", () => {
  const { container } = renderAt("/nowhere", <NotFoundPage />);
  expect(outline(container)).toMatchSnapshot();
});
