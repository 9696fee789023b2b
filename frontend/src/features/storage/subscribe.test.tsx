import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { takeReturnTo } from "~/lib/return-to";
import { renderAt } from "~/test/render";
import { customer, signIn } from "~/test/server";
import SubscribePage from "./pages/subscribe-page";

const openPage = (search = "") => renderAt(`/subscribe${search}`, <SubscribePage />);

describe("the plan", () => {
  it.each([
    ["", "Consumer", "$15"],
    ["?plan=business", "Business", "$25"],
    ["?plan=gold", "Consumer", "$15"],
  ])("is the one of the page's address: %s", async (search, name, price) => {
    openPage(search);
    const summary = await screen.findByRole("region", { name: "Plan summary" });
    expect(summary).toHaveTextContent(name);
    expect(summary).toHaveTextContent(price);
  });

  it("changes with the dropdown, and so does the address", async () => {
    const { person, router } = openPage();
    await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
    expect(await screen.findByText("Volume-based pricing")).toBeVisible();
    expect(router.state.location.search).toBe("?plan=enterprise");
  });
});

it("asks a visitor to sign in, and keeps this page as the way back", async () => {
  const { person } = openPage("?plan=business");
  const link = await screen.findByRole("link", { name: "Sign In to Subscribe" });
  expect(link).toHaveAttribute("href", "/api/login?returnTo=%2Fsubscribe");
  link.addEventListener("click", (event) => event.preventDefault());
  await person.click(link);
  expect(takeReturnTo()).toBe("/subscribe");
});

it("tells a customer how to get the plan until cards are taken", async () => {
  signIn(customer);
  openPage();
  expect(await screen.findByText(/Card payment opens shortly/)).toHaveTextContent("(603) 555-0148");
  expect(screen.queryByRole("link", { name: "Sign In to Subscribe" })).not.toBeInTheDocument();
});
