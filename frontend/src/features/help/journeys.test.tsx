import { act, screen } from "@testing-library/react";
import { journey, refusal } from "~/test/journey";
import { renderAt } from "~/test/render";
import FaqPage from "./pages/faq-page";
import TermsPage from "./pages/terms-page";

const text = (page: string, id: string, title: string, words: string) => ({
  ...{ page, number: 2, contents: `<li><a href="#${id}">${title}</a></li>` },
  html: `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${words}</p></section>`,
});

journey("a text that doesn't load is loaded again, and read again later", async ({ open, serve, step }) => {
  serve({ "GET /api/texts/:page": refusal(503, "Down") });
  const { queryClient } = await open(() => renderAt("/faq", <FaqPage />));
  serve({ "GET /api/texts/:page": text("faq", "price", "What does it cost?", "A quote is free.") });
  await step("Try again", (person) => person.click(screen.getByRole("button", { name: "Try again" })));
  await step("Go to the question", (person) =>
    person.click(screen.getByRole("link", { name: "What does it cost?" })),
  );
  serve({ "GET /api/texts/:page": refusal(500, "Down") });
  await step("It can't be refreshed", () => act(() => void queryClient.invalidateQueries()));
});

journey("the terms are read", async ({ open, serve, step }) => {
  serve({ "GET /api/texts/:page": text("terms", "quotes", "Quotes", "They are free.") });
  const { queryClient } = await open(() => renderAt("/terms", <TermsPage />));
  serve({ "GET /api/texts/:page": text("terms", "trees", "Trees", "They are cut in Maine.") });
  await step("The owner changes them", () => act(() => void queryClient.invalidateQueries()));
});
