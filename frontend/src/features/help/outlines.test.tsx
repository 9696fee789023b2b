import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import FaqPage from "./pages/faq-page";
import PrivacyPage from "./pages/privacy-page";
import TermsPage from "./pages/terms-page";

const text = {
  number: 2,
  html: '<section aria-labelledby="one"><h2 id="one">Prices</h2><p>They are <b>free</b>.</p></section>',
  contents: '<li><a href="#one">Prices</a></li>',
};

it.each([
  ["faq", FaqPage],
  ["privacy", PrivacyPage],
  ["terms", TermsPage],
] as const)("the %s page has a state for each result", async (page, Page) => {
  const { held, release } = hold();
  let works = false;
  server.use(
    http.get(`/api/texts/${page}`, async () => {
      await held;
      return works ? HttpResponse.json({ ...text, page }) : new HttpResponse(null, { status: 503 });
    }),
  );
  const { person, container } = renderAt(`/${page}`, <Page />);
  const shown = () =>
    [...container.children].map((part) => outline(part)).filter((lines) => !/^region: Not/.test(lines));
  expect(shown().slice(0, 2)).toMatchSnapshot("loading");
  release();
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(shown().slice(0, 2)).toMatchSnapshot("failed");
  works = true;
  await person.click(again);
  await screen.findByRole("navigation", { name: "On this page" });
  expect(shown().slice(0, 2)).toMatchSnapshot("text");
});
