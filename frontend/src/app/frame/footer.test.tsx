import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderAt } from "~/test/render";
import { Footer } from "./footer";

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
});

it("says how to reach the business", () => {
  renderAt("/", <Footer />);
  expect(screen.getByRole("link", { name: "(603) 555-0148" })).toHaveAttribute("href", "tel:+16035550148");
  expect(screen.getByRole("link", { name: "hello@seacoastholidaylights.example" })).toHaveAttribute(
    "href",
    "mailto:hello@seacoastholidaylights.example",
  );
  expect(screen.getByText("Portsmouth, NH")).toBeVisible();
});

it("names the pages that are still to come without leading anywhere", () => {
  renderAt("/", <Footer />);
  for (const name of ["Privacy", "Terms", "Instagram"]) {
    expect(screen.getByRole("link", { name })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("link", { name })).not.toHaveAttribute("href");
  }
});

describe("the theme", () => {
  it("follows the device until somebody chooses, and keeps the choice", async () => {
    const { person } = renderAt("/", <Footer />);
    expect(screen.getByRole("radio", { name: "System" })).toBeChecked();

    await person.click(screen.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement).toHaveClass("dark");
    expect(localStorage.getItem("theme")).toBe("dark");

    await person.click(screen.getByRole("radio", { name: "System" }));
    expect(document.documentElement).not.toHaveClass("dark");
    expect(localStorage.getItem("theme")).toBeNull();
  });
});
