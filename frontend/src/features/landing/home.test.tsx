import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { PageFrame } from "~/app/frame/page-frame";
import { formatMoney } from "~/lib/format";
import { saveReturnTo, takeReturnTo } from "~/lib/return-to";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import LandingPage from "./pages/landing-page";

beforeEach(() => {
  server.use(http.get("*.svg", () => HttpResponse.text("<svg />")));
});

const storage = () => screen.findByRole("region", { name: "Off-season storage" });

describe("the home page of a signed-in user", () => {
  it("includes the storage plans, each with its link", async () => {
    signIn(customer);
    renderAt("/", <LandingPage />);
    const plans = within(await storage());
    for (const { monthlyPrice } of catalog.storagePlans) {
      expect(plans.getByText(formatMoney(monthlyPrice))).toBeVisible();
    }
    expect(plans.getByRole("link", { name: "Choose Consumer" })).toHaveAttribute(
      "href",
      "/subscribe?plan=consumer",
    );
    expect(plans.getByRole("link", { name: "Choose Business" })).toHaveAttribute(
      "href",
      "/subscribe?plan=business",
    );
  });

  it("links the Enterprise plan to the quote form", async () => {
    signIn(customer);
    const { person, container } = renderAt("/", <LandingPage />);
    await person.click(within(await storage()).getByRole("button", { name: "Contact for quote" }));
    expect(container.querySelector("#quote")).toHaveFocus();
  });

  it("redirects once to the page requested before signing in", async () => {
    signIn(customer);
    saveReturnTo("/subscribe?plan=business");
    const { router } = renderAt("/", <LandingPage />);
    await waitFor(() => expect(router.state.location.pathname).toBe("/subscribe"));
    // The back button leaves the site instead of returning to the home page.
    expect(router.state.historyAction).toBe("REPLACE");
    expect(takeReturnTo()).toBeNull();
  });
});

describe("the landing page of a visitor", () => {
  it("has no storage plans and does not use the saved redirect", async () => {
    saveReturnTo("/subscribe");
    const { router } = renderAt(
      "/",
      <PageFrame>
        <LandingPage />
      </PageFrame>,
    );
    await screen.findAllByText("Get Started");
    expect(screen.queryByRole("region", { name: "Off-season storage" })).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/");
    expect(takeReturnTo()).toBe("/subscribe");
  });
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "evil"])(
  "never redirects to another site: %s",
  (address) => {
    saveReturnTo(address);
    expect(takeReturnTo()).toBeNull();
  },
);
