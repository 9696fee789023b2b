import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { catalog, textConsent } from "~/api/catalog.gen";
import { renderAt } from "~/test/render";
import FaqPage, { meta } from "./pages/faq-page";
import PrivacyPage from "./pages/privacy-page";
import TermsPage from "./pages/terms-page";
import { faqStructuredData } from "./questions";

const isPriced = ({ startingPrice }: { startingPrice: string | null }) => startingPrice !== null;

it("answers with the prices of the catalog", () => {
  renderAt("/faq", <FaqPage />);
  const answer = (question: string) => screen.getByRole("heading", { name: question }).parentElement;
  for (const { name, startingPrice } of [...catalog.packages, ...catalog.addOns].filter(isPriced)) {
    const installation = answer("What does it cost to have lights installed?");
    expect(installation).toHaveTextContent(name);
    expect(installation).toHaveTextContent(`$${Number(startingPrice)}`);
  }
  for (const { monthlyPrice } of catalog.storagePlans) {
    expect(answer("What does storage cost?")).toHaveTextContent(`$${Number(monthlyPrice)} per month`);
  }
  for (const { name, price, deliveryPrice } of catalog.treeSizes) {
    const total = Number(price) + Number(deliveryPrice);
    expect(answer("What does a delivered tree cost?")).toHaveTextContent(`${name}: $${Number(price)} plus`);
    expect(answer("What does a delivered tree cost?")).toHaveTextContent(`$${total} in all`);
  }
});

it("tells search engines every question with its answer", () => {
  renderAt("/faq", <FaqPage />);
  const asked = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  const { mainEntity } = faqStructuredData();
  expect(mainEntity.map(({ name }) => name)).toEqual(asked);
  expect(meta()).toContainEqual({ "script:ld+json": faqStructuredData() });
  for (const { acceptedAnswer } of mainEntity)
    expect(acceptedAnswer.text).not.toMatch(/undefined|NaN|null|@@/);
});

it.each([
  ["FAQ", <FaqPage key="faq" />],
  ["privacy page", <PrivacyPage key="privacy" />],
  ["terms", <TermsPage key="terms" />],
])("%s has a list that leads to each of its sections", (_, page) => {
  renderAt("/", page);
  const links = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
  const sections = links.map((link) => link.getAttribute("href")?.split("#")[1]);
  expect(screen.getAllByRole("region").map((region) => region.querySelector("h2")?.id)).toEqual(sections);
});

it.each([
  ["terms", <TermsPage key="terms" />],
  ["FAQ", <FaqPage key="faq" />],
])("%s says of texts what people agree to on the forms", (_, page) => {
  renderAt("/", page);
  const written = document.body.textContent;
  expect(textConsent.terms).toContain("about 2 to 10 automated texts per order. Msg & data rates may apply.");
  expect(written).toMatch(/about 2 to 10 (automated )?texts per order/);
  for (const words of ["Msg & data rates may apply", "STOP", "HELP", "for advertising"])
    expect(written).toContain(words);
  expect(written).toMatch(/don't have to agree( to texts)? to get a quote or to buy anything/);
});

it("the terms say when a tree is refunded, what becomes of a deposit, and that saving a card is a choice", () => {
  renderAt("/terms", <TermsPage />);
  expect(
    screen.getByText(/canceled before we've set its delivery day, we refund what you paid by card in full/),
  ).toBeVisible();
  expect(screen.getByText(/paid in cash or by check, we contact you about your payment/)).toBeVisible();
  expect(screen.getByText(/Once the day is set, our office decides about a refund/)).toBeVisible();
  expect(screen.getByText(/Some quotes ask for a deposit/)).toBeVisible();
  expect(screen.getByText(/We save it only if you say so/)).toBeVisible();
});

it("links to no longer terms and privacy policy where the owner has none", () => {
  renderAt("/terms", <TermsPage />);
  renderAt("/privacy", <PrivacyPage />);
  expect(screen.queryByText(/This page is a summary/)).not.toBeInTheDocument();
});
