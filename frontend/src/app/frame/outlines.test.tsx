import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient } from "~/app/query-client";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { customer, signIn } from "~/test/server";
import { ErrorPage } from "./error-page";
import { Footer } from "./footer";
import { Header } from "./header";
import { PageFrame } from "./page-frame";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-18T15:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const header = () => outline(screen.getByRole("banner"));

it.each(["/", "/quote", "/christmas-trees", "/admin"])("the header at %s", async (path) => {
  const visitor = renderAt(path, <Header />);
  expect(header()).toMatchSnapshot("visitor");
  await visitor.person.click(screen.getByRole("button", { name: "Open menu" }));
  expect(header()).toMatchSnapshot("visitor with the menu");
  visitor.unmount();

  signIn({ ...customer, isAdmin: true });
  const admin = renderAt(path, <Header tone="night" />);
  await screen.findAllByText("Eleanor");
  expect(header()).toMatchSnapshot("administrator");
  await admin.person.click(screen.getByRole("button", { name: "Open menu" }));
  expect(header()).toMatchSnapshot("administrator with the menu");
});

it("the header marks My Services as the current page", async () => {
  signIn(customer);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/My-Services/"]}>
        <Header />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findAllByText("Eleanor");
  expect(header()).toMatchSnapshot();
});

it("the footer has only what the owner has filled in", async () => {
  const { unmount } = renderAt("/", <Footer />);
  expect(outline(screen.getByRole("contentinfo"))).toMatchSnapshot("as it starts");
  unmount();
  // The server's page has these values when its scripts start.
  vi.resetModules();
  const { business } = await import("~/lib/business");
  const blank = { ...business };
  onTestFinished(() => void Object.assign(business, blank)); // other files share the module
  const filled = {
    license: "License 12345",
    hours: "Mon to Sat, 8 AM to 6 PM",
    reviewsUrl: "https://reviews.example",
    photosUrl: "https://photos.example",
    instagramUrl: "https://instagram.example",
    facebookUrl: "https://facebook.example",
  };
  Object.assign(business, filled);
  const { Footer: Filled } = await import("./footer");
  renderAt("/", <Filled />);
  const shown = outline(screen.getByRole("contentinfo"));
  vi.resetModules(); // other tests get blank ones again
  expect(shown).toMatchSnapshot("filled in");
  // By this attribute, the server removes from the built page what is blank.
  const conditions = [...screen.getByRole("contentinfo").querySelectorAll("[data-if]")];
  expect(conditions.map((part) => part.getAttribute("data-if"))).toEqual([
    business.wordmark,
    ...Object.values(filled),
  ]);
});

it("the logo shows another name than the drawn one as text", async () => {
  vi.resetModules();
  const { business } = await import("~/lib/business");
  const { wordmark, otherName } = business;
  onTestFinished(() => void Object.assign(business, { wordmark, otherName }));
  Object.assign(business, { wordmark: "", otherName: "Granite Lights" });
  const { Logo } = await import("~/ui/logo");
  const { container } = renderAt("/", <Logo />);
  vi.resetModules();
  expect(container).toHaveTextContent("Granite Lights");
  expect([...container.querySelectorAll("[data-if]")].map(({ tagName }) => tagName)).toEqual([
    "foreignObject",
  ]);
});

it("a page has its frame, and the error page says what to do", () => {
  const { container, unmount } = renderAt("/", <PageFrame header="night">A page</PageFrame>);
  const lines = outline(container).split("\n");
  expect(lines.filter((line) => !line.startsWith(" "))).toEqual(["banner", "main: A page", "contentinfo"]);
  unmount();
  for (const path of ["/quote", "/admin"]) {
    const page = renderAt(path, <ErrorPage />);
    expect(outline(screen.getByRole("main"))).toMatchSnapshot(path);
    page.unmount();
  }
});
