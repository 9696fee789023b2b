import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "~/app/query-client";
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

it("a page opened by a link shows the owner's text and its table of contents", async () => {
  server.use(http.get("/api/texts/terms", () => HttpResponse.json(text)));
  renderAt("/terms", <TermsPage />);
  expect(await screen.findByText("They are free.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 2, name: "Quotes" })).toBeVisible();
  const list = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(list.getByRole("link", { name: "Quotes" })).toHaveAttribute("href", "#quotes");
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

it("a prerendered page keeps the owner's text without fetching it", async () => {
  vi.stubEnv("DEV", false);
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <TermsPage />
      </MemoryRouter>
    </QueryClientProvider>
  );
  // The build has no document; the server fills in the text.
  vi.stubGlobal("document", undefined);
  const built = renderToString(page());
  vi.unstubAllGlobals();
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = built
    .replace("@@text.terms.html@@", text.html)
    .replace("@@text.terms.contents@@", text.contents);
  const shown = container.textContent;
  expect(shown).toContain("They are free.");
  const fetching = vi.spyOn(globalThis, "fetch");
  const wrong = vi.spyOn(console, "error");
  render(page(), { container, hydrate: true });
  expect(container).toHaveTextContent(shown as string, { normalizeWhitespace: false });
  expect(screen.getByRole("navigation", { name: "On this page" })).toHaveTextContent("Quotes");
  expect(fetching).not.toHaveBeenCalled();
  expect(wrong).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
});

it("the text is fetched again when the page is opened more than a minute later", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-18T15:00:00Z"), toFake: ["Date"] });
  const client = createQueryClient();
  let words = "They are free.";
  server.use(
    http.get("/api/texts/terms", () =>
      HttpResponse.json({ ...text, html: `<section><p>${words}</p></section>` }),
    ),
  );
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <TermsPage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const first = open();
  await screen.findByText("They are free.");
  first.unmount();
  words = "They still are.";
  vi.setSystemTime("2026-11-18T15:00:59Z");
  open().unmount();
  vi.setSystemTime("2026-11-18T15:01:01Z");
  open();
  expect(screen.getByText("They are free.")).toBeVisible();
  expect(await screen.findByText("They still are.")).toBeVisible();
});
