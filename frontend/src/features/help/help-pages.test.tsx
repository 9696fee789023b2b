import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import FaqPage, { meta } from "./pages/faq-page";
import TermsPage from "./pages/terms-page";

const text = {
  page: "terms",
  number: 2,
  html: '<section aria-labelledby="quotes"><h2 id="quotes">Quotes</h2><p>They are free.</p></section>',
  contents: '<li><a href="#quotes">Quotes</a></li>',
};

afterEach(() => vi.unstubAllEnvs());

it("a page opened by a link shows the owner's text and its table of contents", async () => {
  server.use(http.get("/api/texts/terms", () => HttpResponse.json(text)));
  renderAt("/terms", <TermsPage />);
  expect(await screen.findByText("They are free.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 2, name: "Quotes" })).toBeVisible();
  const list = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(list.getByRole("link", { name: "Quotes" })).toHaveAttribute("href", "#quotes");
});

it("a page that was loaded with its text shows it without a request", async () => {
  vi.stubEnv("DEV", false);
  server.use(http.get("/api/texts/terms", () => HttpResponse.json(text)));
  const { container, unmount } = renderAt("/terms", <TermsPage />);
  await screen.findByText("They are free.");
  const loaded = container.innerHTML;
  unmount();
  server.resetHandlers();
  document.body.innerHTML = loaded;
  const again = within(renderAt("/terms", <TermsPage />).container);
  expect(again.getByText("They are free.")).toBeVisible();
  expect(again.getByRole("link", { name: "Quotes" })).toHaveAttribute("href", "#quotes");
});

it("a page whose text fails to load offers a retry", async () => {
  server.use(http.get("/api/texts/faq", () => HttpResponse.json({ message: "Down" }, { status: 503 })));
  const { person } = renderAt("/faq", <FaqPage />);
  const retry = await screen.findByRole("button", { name: /again/i });
  server.use(http.get("/api/texts/faq", () => HttpResponse.json({ ...text, page: "faq" })));
  await person.click(retry);
  expect(await screen.findByText("They are free.")).toBeVisible();
});

it("has FAQ structured data with a token for the questions", () => {
  const structuredData = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: ["@@text.faq.questions@@"],
  };
  expect(meta()).toContainEqual({ "script:ld+json": structuredData });
});
