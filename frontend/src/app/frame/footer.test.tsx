import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderAt } from "~/test/render";
import { Footer } from "./footer";

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
});

it("shows how to reach the business", () => {
  renderAt("/", <Footer />);
  expect(screen.getByRole("link", { name: "(603) 555-0148" })).toHaveAttribute("href", "tel:+16035550148");
  expect(screen.getByRole("link", { name: "hello@seacoastholidaylights.example" })).toHaveAttribute(
    "href",
    "mailto:hello@seacoastholidaylights.example",
  );
  expect(screen.getByText("Portsmouth, NH")).toBeVisible();
});

it("links to the questions, privacy and terms, and has no dead links", () => {
  renderAt("/", <Footer />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toContainEqual(["Questions and answers", "/faq"]);
  expect(links).toContainEqual(["Privacy", "/privacy"]);
  expect(links).toContainEqual(["Terms", "/terms"]);
  expect(links.filter(([, href]) => !href)).toEqual([]);
  // The owner has filled in none of these.
  for (const name of ["Reviews", "Photos of our work", "Instagram", "Facebook"]) {
    expect(screen.queryByText(name)).not.toBeInTheDocument();
  }
});

describe("the theme", () => {
  it("follows the device until a theme is chosen, and stores the choice", async () => {
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
